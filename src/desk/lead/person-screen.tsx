import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { deskEndpoints, deskPageOf, deskPages } from '#contract/desk/endpoints.ts';
import type { DeskPerson } from '#contract/desk/people.ts';
import { callTo, useRead } from '#desk/desk-api.ts';
import { useTopic } from '#desk/messages/topic.ts';
import { ChangeButton, ChangeForm, SaveButton } from '#desk/parts/change-form.tsx';
import { BackLinks, DeskHeading } from '#desk/parts/desk-heading.tsx';
import { Fetched } from '#desk/parts/fetched.tsx';
import { Panel, Row, Rows, Section } from '#desk/parts/row.tsx';
import { StateMark } from '#desk/parts/state-mark.tsx';
import { usePounds } from '#desk/parts/use-pounds.ts';
import { useNavigateWhileHere } from '#shared/hooks/use-navigate-while-here.ts';
import { phoneLink } from '#shared/shop.tsx';
import { Fact } from '#shared/ui/fact.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Link } from '#shared/ui/link.tsx';
import { useDay, useText } from './parts.ts';

type PersonProps = { readonly person: DeskPerson };

/** Reseller or customer; an application is answered by either. */
const Role = ({ person: { id, role, name, isVerified, wantsToResell } }: PersonProps) => {
  const { t } = useTranslation('desk-lead');
  if (role === 'guest') return null;
  const callOf = (to: 'customer' | 'reseller') => ({
    call: callTo(deskEndpoints.setRole, { id, seen: role, seenApplies: wantsToResell, role: to }),
    successMessage: t(`person.role.done.${to}`, { name }),
  });
  return (
    <Panel title={wantsToResell ? t('people.applies') : t(`people.roles.${role}`)} className="desk-stack">
      {role === 'reseller' && <p>{t('person.role.isReseller')}</p>}
      {role === 'customer' && <p>{isVerified ? t('person.role.mayBe') : t('person.role.unverified')}</p>}
      {role === 'customer' && isVerified && (
        <ChangeButton {...callOf('reseller')} className={`btn btn-${wantsToResell ? '' : 'outline-'}primary`}>
          {t('person.role.grant')}
        </ChangeButton>
      )}
      {(role === 'reseller' || wantsToResell) && (
        <ChangeButton {...callOf('customer')}>{wantsToResell ? t('person.role.decline') : t('person.role.take')}</ChangeButton>
      )}
    </Panel>
  );
};

/** What helps somebody whose device or authenticator app is gone. */
const Access = ({ person: { id, role, name, sessions, hasSecondFactor } }: PersonProps) => {
  const { t } = useTranslation('desk-lead');
  const how = useText('how');
  if (role === 'guest') return null;
  return (
    <Panel title={t('person.access.heading')} className="desk-stack">
      <p>{t('person.access.sessions', { count: sessions })}</p>
      {sessions > 0 && (
        <ChangeButton call={callTo(deskEndpoints.signOutPerson, { id })} successMessage={t('person.access.signedOut', { name })}>
          {t('person.access.signOut')}
        </ChangeButton>
      )}
      {hasSecondFactor && (
        <details>
          <summary>{t('person.access.off')}…</summary>
          <ChangeForm
            call={callTo(deskEndpoints.secondFactorOff, { id, how: how.value })}
            submit={t('person.access.off')}
            successMessage={t('person.access.isOff', { name })}
            isReady={how.value.trim() !== ''}
            isQuiet
          >
            <p>{t('person.access.check')}</p>
            <Field {...how} label={t('person.access.how')} hint={t('person.access.howHint')} limit={200} />
          </ChangeForm>
        </details>
      )}
    </Panel>
  );
};

/** The copy and the deletion that everybody may ask for. */
const PersonalData = ({ person: { id, name, email: address, role, staffRole, orders } }: PersonProps) => {
  const { t } = useTranslation('desk-lead');
  const navigate = useNavigateWhileHere();
  const email = useText('email');
  return (
    <Panel title={t('person.data.heading')} className="desk-stack">
      <p>{t('person.data.check')}</p>
      <SaveButton call={callTo(deskEndpoints.exportPerson, { id })}>{t('person.data.export')}</SaveButton>
      {staffRole === null ? (
        <details>
          <summary>{t('person.data.delete')}…</summary>
          <ChangeForm
            call={callTo(deskEndpoints.deletePerson, { id, email: email.value })}
            submit={t('person.data.delete')}
            onDone={() => navigate(deskPages.people, { state: { message: t('person.data.deleted', { name }) } })}
            isReady={email.value.trim() !== ''}
            isQuiet
          >
            <p>{role === 'guest' ? t('person.data.goneGuest') : t('person.data.gone')}</p>
            {orders.count > 0 && <p>{t('person.data.kept', { count: orders.count })}</p>}
            <p>{t('person.data.final')}</p>
            <Field {...email} type="email" autoComplete="off" label={t('person.data.type', { email: address })} />
          </ChangeForm>
        </details>
      ) : (
        <p className="quiet">{t('person.data.staff')}</p>
      )}
    </Panel>
  );
};

type Trace<State> = { readonly reference: string; readonly title: string; readonly state: State; readonly at: string };

type TracesProps<State> = {
  readonly kind: 'orders' | 'refunds' | 'messages' | 'reviews';
  readonly traces: readonly Trace<State>[];
  readonly titleOf?: (title: string) => string;
  readonly stateOf: (state: State) => ReactNode;
};

/** What somebody did in the shop, of one kind. */
const Traces = <State,>({ kind, traces, titleOf = String, stateOf }: TracesProps<State>) => {
  const { t } = useTranslation('desk-lead');
  const day = useDay();
  return (
    <Section title={t(`person.headings.${kind}`)}>
      <Rows items={traces} empty={t('person.none')} className="desk-traces">
        {({ reference, title, state, at }) => (
          <Row key={reference} title={<Link to={deskPageOf(kind, reference)}>{titleOf(title)}</Link>} end={stateOf(state)}>
            <p className="quiet">{day(at)}</p>
          </Row>
        )}
      </Rows>
    </Section>
  );
};

const Facts = ({ person: { email, phone, role, since, isVerified, hasSecondFactor, orders } }: PersonProps) => {
  const { t } = useTranslation('desk-lead');
  const formatPounds = usePounds();
  const day = useDay();
  return (
    <Panel title={t('person.heading')}>
      <dl className="desk-facts">
        <Fact term={t('person.email')}>{email}</Fact>
        {phone !== '' && (
          <Fact term={t('person.phone')}>
            <a className="desk-alone" href={phoneLink(phone)}>
              {phone}
            </a>
          </Fact>
        )}
        {role === 'guest' ? (
          <Fact term={t('person.account')}>{t('people.roles.guest')}</Fact>
        ) : (
          <>
            <Fact term={t('person.since')}>{day(since)}</Fact>
            <Fact term={t('person.address')}>{isVerified ? t('person.verified') : t('people.unverified')}</Fact>
            <Fact term={t('person.twoSteps')}>{hasSecondFactor ? t('person.on') : t('person.off')}</Fact>
          </>
        )}
        <Fact term={t('person.paid')}>{t('person.orders', { count: orders.count, total: formatPounds(orders.total) })}</Fact>
      </dl>
    </Panel>
  );
};

const Person = ({ person }: PersonProps) => {
  const { t } = useTranslation(['desk-lead', 'desk', 'desk-messages']);
  const topicOf = useTopic();
  const formatPounds = usePounds();
  const { name, role, hasSecondFactor, wantsToResell, orders, refunds, messages, reviews } = person;
  return (
    <>
      <DeskHeading title={name} view={`${role} ${hasSecondFactor} ${wantsToResell}`} />
      <div className="desk-split">
        <div>
          {wantsToResell && <Role person={person} />}
          <Traces
            kind="orders"
            traces={orders.items.map(({ id, total, status, at }) => ({ reference: id, title: formatPounds(total), state: status, at }))}
            stateOf={(status) => <StateMark status={status} />}
          />
          <Traces kind="refunds" traces={refunds} stateOf={(state) => t(`desk:states.${state}`)} />
          <Traces kind="messages" traces={messages} titleOf={topicOf} stateOf={(state) => t(`desk-messages:views.${state}`)} />
          <Traces kind="reviews" traces={reviews} stateOf={(state) => t(`desk-lead:person.reviews.${state}`)} />
        </div>
        <aside>
          <Facts person={person} />
          {!wantsToResell && <Role person={person} />}
          <Access person={person} />
          <PersonalData person={person} />
        </aside>
      </div>
    </>
  );
};

/** One person: what they did in the shop, and what may be done for them. */
export const PersonScreen = () => {
  const { t } = useTranslation('desk-lead');
  const { personId = '' } = useParams();
  return (
    <>
      <BackLinks to={deskPages.people} title={t('people.heading')} />
      <Fetched query={useRead(deskEndpoints.person, { id: personId })} title={t('people.heading')}>
        {(person) => <Person key={personId} person={person} />}
      </Fetched>
    </>
  );
};
