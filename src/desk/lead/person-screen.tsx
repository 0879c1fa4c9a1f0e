import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { deskPageOf, deskPages } from '#contract/desk/endpoints.ts';
import type { DeskPerson } from '#contract/desk/people.ts';
import { useTopic } from '#desk/messages/topic.ts';
import { orderPaths } from '#desk/orders/order-paths.ts';
import { ChangeForm } from '#desk/parts/change-form.tsx';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { Fetched } from '#desk/parts/fetched.tsx';
import { StateMark } from '#desk/parts/state-mark.tsx';
import { useChange } from '#desk/parts/use-change.tsx';
import { usePounds } from '#desk/parts/use-pounds.ts';
import { Field } from '#shared/ui/field.tsx';
import { Link } from '#shared/ui/link.tsx';
import {
  useDeletePersonMutation,
  useExportPersonMutation,
  usePersonQuery,
  useSecondFactorOffMutation,
  useSetRoleMutation,
  useSignOutPersonMutation,
} from './lead-api.ts';
import { Action, Said, SaveAction, useDay, useText } from './parts.tsx';

type PersonProps = { readonly person: DeskPerson; readonly onShow: () => void; readonly onDone: (said: string) => void };

/** Reseller or customer; an application is answered by either. */
const Role = ({ person: { id, role, name, isVerified, wantsToResell }, onShow, onDone }: PersonProps) => {
  const { t } = useTranslation('desk-lead');
  const [setRole] = useSetRoleMutation();
  if (role === 'guest') return null;
  const actionTo = (to: 'customer' | 'reseller', label: string, isMain = false) => (
    <Action
      label={label}
      call={() => setRole({ personId: id, seen: role, seenApplies: wantsToResell, role: to }).unwrap()}
      onDone={() => onDone(t(`person.role.done.${to}`, { name }))}
      onShow={onShow}
      isMain={isMain}
    />
  );
  return (
    <section className="desk-panel desk-stack">
      <h2>{wantsToResell ? t('people.applies') : t(`people.roles.${role}`)}</h2>
      {role === 'reseller' && <p>{t('person.role.isReseller')}</p>}
      {role === 'customer' && !isVerified && <p>{t('person.role.unverified')}</p>}
      {role === 'customer' && isVerified && <p>{t('person.role.mayBe')}</p>}
      {role === 'customer' && isVerified && actionTo('reseller', t('person.role.grant'), wantsToResell)}
      {(role === 'reseller' || wantsToResell) && actionTo('customer', wantsToResell ? t('person.role.decline') : t('person.role.take'))}
    </section>
  );
};

/** What helps somebody whose device or authenticator app is gone. */
const Access = ({ person: { id, role, name, sessions, hasSecondFactor }, onShow, onDone }: PersonProps) => {
  const { t } = useTranslation('desk-lead');
  const changing = useChange(onShow);
  const how = useText('how');
  const [signOut] = useSignOutPersonMutation();
  const [switchOff] = useSecondFactorOffMutation();
  if (role === 'guest') return null;
  return (
    <section className="desk-panel desk-stack">
      <h2>{t('person.access.heading')}</h2>
      <p>{t('person.access.sessions', { count: sessions })}</p>
      {sessions > 0 && (
        <Action
          label={t('person.access.signOut')}
          call={() => signOut({ personId: id }).unwrap()}
          onDone={() => onDone(t('person.access.signedOut', { name }))}
          onShow={onShow}
        />
      )}
      {hasSecondFactor && (
        <details>
          <summary>{t('person.access.off')}…</summary>
          <ChangeForm
            changing={changing}
            call={() => switchOff({ personId: id, how: how.value }).unwrap()}
            onDone={() => onDone(t('person.access.isOff', { name }))}
            isReady={how.value.trim() !== ''}
            isQuiet
            submit={t('person.access.off')}
          >
            <p>{t('person.access.check')}</p>
            <Field {...how} label={t('person.access.how')} hint={t('person.access.howHint')} limit={200} />
          </ChangeForm>
        </details>
      )}
    </section>
  );
};

/** The copy and the deletion that everybody may ask for. */
const PersonalData = ({ person: { id, name, email: address, role, staffRole, orders }, onShow }: Omit<PersonProps, 'onDone'>) => {
  const { t } = useTranslation('desk-lead');
  const navigate = useNavigate();
  const changing = useChange(onShow);
  const email = useText('email');
  const [exportPerson] = useExportPersonMutation();
  const [deletePerson] = useDeletePersonMutation();
  return (
    <section className="desk-panel desk-stack">
      <h2>{t('person.data.heading')}</h2>
      <p>{t('person.data.check')}</p>
      <SaveAction label={t('person.data.export')} load={() => exportPerson({ personId: id }).unwrap()} />
      {staffRole === null ? (
        <details>
          <summary>{t('person.data.delete')}…</summary>
          <ChangeForm
            changing={changing}
            call={() => deletePerson({ personId: id, email: email.value }).unwrap()}
            onDone={() => void navigate(deskPages.people, { state: { said: t('person.data.deleted', { name }) } })}
            isReady={email.value.trim() !== ''}
            isQuiet
            submit={t('person.data.delete')}
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
    </section>
  );
};

type TracesProps = {
  readonly heading: string;
  readonly items: readonly {
    readonly key: string;
    readonly to?: string;
    readonly title: string;
    readonly state: ReactNode;
    readonly at: string;
  }[];
};

const Traces = ({ heading, items }: TracesProps) => {
  const { t } = useTranslation('desk-lead');
  const day = useDay();
  return (
    <section>
      <div className="desk-section-head">
        <h2>{heading}</h2>
      </div>
      {items.length === 0 && <p className="desk-empty">{t('person.none')}</p>}
      <ul className="desk-rows desk-traces">
        {items.map(({ key, to, title, state, at }) => (
          <li key={key}>
            <div>
              <p>{to === undefined ? title : <Link to={to}>{title}</Link>}</p>
              <p className="quiet">{day(at)}</p>
            </div>
            <div className="desk-end">{state}</div>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Person = ({ person, onShow }: Omit<PersonProps, 'onDone'>) => {
  const { t } = useTranslation(['desk-lead', 'desk', 'desk-messages']);
  const topicOf = useTopic();
  const money = usePounds();
  const day = useDay();
  const [said, setSaid] = useState('');
  const { name, email, phone, role, since, isVerified, hasSecondFactor, orders, refunds, messages, reviews } = person;
  const facts = [
    [t('desk-lead:person.email'), email],
    ...(phone === '' ? [] : [[t('desk-lead:person.phone'), phone] as const]),
    ...(role === 'guest'
      ? [[t('desk-lead:person.account'), t('desk-lead:people.roles.guest')] as const]
      : ([
          [t('desk-lead:person.since'), day(since)],
          [t('desk-lead:person.address'), isVerified ? t('desk-lead:person.verified') : t('desk-lead:people.unverified')],
          [t('desk-lead:person.twoSteps'), hasSecondFactor ? t('desk-lead:person.on') : t('desk-lead:person.off')],
        ] as const)),
    [t('desk-lead:person.paid'), t('desk-lead:person.orders', { count: orders.count, total: money(orders.total) })],
  ] as const;
  const changing = { person, onShow, onDone: setSaid };
  return (
    <>
      <p className="desk-back">
        <Link to={deskPages.people}>{t('desk-lead:people.heading')}</Link>
      </p>
      <DeskHeading title={name} view={`${role} ${hasSecondFactor} ${person.wantsToResell}`} />
      <Said said={said} />
      <div className="desk-split">
        <div>
          {person.wantsToResell && <Role {...changing} />}
          <Traces
            heading={t('desk-lead:person.headings.orders')}
            items={orders.items.map(({ id, status, total, at }) => ({
              key: id,
              to: orderPaths.one(id),
              title: money(total),
              state: <StateMark status={status} />,
              at,
            }))}
          />
          <Traces
            heading={t('desk-lead:person.headings.refunds')}
            items={refunds.map(({ reference, title, state, at }) => ({
              key: reference,
              to: deskPageOf('refunds', reference),
              title,
              state: t(`desk:states.${state}`),
              at,
            }))}
          />
          <Traces
            heading={t('desk-lead:person.headings.messages')}
            items={messages.map(({ reference, title, state, at }) => ({
              key: reference,
              to: deskPageOf('messages', reference),
              title: topicOf(title),
              state: state === 'open' ? t('desk-messages:views.open') : t('desk-messages:views.answered'),
              at,
            }))}
          />
          <Traces
            heading={t('desk-lead:person.headings.reviews')}
            items={reviews.map(({ reference, title, state, at }) => ({
              key: reference,
              title,
              state: t(`desk-lead:person.reviews.${state}`),
              at,
            }))}
          />
        </div>
        <aside>
          <section className="desk-panel">
            <h2>{t('desk-lead:person.heading')}</h2>
            <dl className="desk-facts">
              {facts.map(([term, fact]) => (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd className="desk-wrap">{fact}</dd>
                </div>
              ))}
            </dl>
          </section>
          {!person.wantsToResell && <Role {...changing} />}
          <Access {...changing} />
          <PersonalData {...changing} />
        </aside>
      </div>
    </>
  );
};

/** One person: what they did in the shop, and what may be done for them. */
export const PersonScreen = () => {
  const { t } = useTranslation('desk-lead');
  const { personId = '' } = useParams();
  const query = usePersonQuery(personId);
  return (
    <>
      {!query.currentData && <DeskHeading title={t('people.heading')} />}
      <Fetched query={query}>{(person) => <Person key={personId} person={person} onShow={() => void query.refetch()} />}</Fetched>
    </>
  );
};
