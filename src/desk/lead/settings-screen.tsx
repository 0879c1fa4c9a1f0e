import { useTranslation } from 'react-i18next';
import { deskEndpoints, deskPages } from '#contract/desk/endpoints.ts';
import type { ShopHealth } from '#contract/desk/settings.ts';
import { callTo, useRead } from '#desk/desk-api.ts';
import { ChangeButton, ChangeForm } from '#desk/parts/change-form.tsx';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { Fetched, useView, ViewTabs } from '#desk/parts/fetched.tsx';
import { Row, Rows, Section } from '#desk/parts/row.tsx';
import { usePounds } from '#desk/parts/use-pounds.ts';
import { When } from '#desk/parts/when.tsx';
import { Samples } from '#desk/shop/samples.tsx';
import { FactTable } from '#shared/ui/fact-table.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Link } from '#shared/ui/link.tsx';
import { useText } from './parts.ts';
import { StaffEvents } from './staff-events.tsx';

type HealthProps = { readonly health: ShopHealth };

const Mails = ({ health: { mails } }: HealthProps) => {
  const { t } = useTranslation('desk-lead');
  const retry = (data: { readonly id?: string }, label: string) => (
    <ChangeButton call={callTo(deskEndpoints.retryMail, data)} successMessage={t('health.mails.tried')}>
      {label}
    </ChangeButton>
  );
  return (
    <Section title={t('health.mails.heading')} aside={mails.length > 1 && retry({}, t('health.mails.all'))}>
      <Rows items={mails} empty={t('health.mails.none')} className="desk-traces">
        {({ id, to, subject, state, tries, createdAt, problem }) => (
          <Row key={id} title={<strong>{subject}</strong>} end={retry({ id }, t('health.again'))}>
            <p className="quiet">
              {t('health.mails.to', { to })}, <When at={createdAt} />
            </p>
            <p>
              {state === 'given up' ? t('health.mails.givenUp') : t('health.mails.waiting')}
              {tries > 0 && ` ${t('health.tries', { count: tries, problem })}`}
            </p>
          </Row>
        )}
      </Rows>
    </Section>
  );
};

const Jobs = ({ health: { jobs } }: HealthProps) => {
  const { t } = useTranslation('desk-lead');
  const retry = (
    <ChangeButton call={callTo(deskEndpoints.retryJobs, {})} successMessage={t('health.jobs.tried')}>
      {t('health.again')}
    </ChangeButton>
  );
  return (
    <Section title={t('health.jobs.heading')} aside={jobs.length > 0 && retry}>
      <Rows items={jobs} empty={t('health.jobs.none')} className="desk-traces">
        {({ work, isDead, tries, since, dueAt, problem }) => (
          <Row
            key={`${work} ${since}`}
            title={<strong>{work}</strong>}
            end={isDead && <span className="desk-due is-late">{t('health.jobs.dead')}</span>}
          >
            <p>{t('health.tries', { count: tries, problem })}</p>
            <p className="quiet">
              {t('health.jobs.since')} <When at={since} />, {t('health.jobs.next')} <When at={dueAt} />
            </p>
          </Row>
        )}
      </Rows>
    </Section>
  );
};

const UnmatchedPayment = ({ id, orderId, amount, receivedAt, isReturned, problem }: ShopHealth['unmatched'][number]) => {
  const { t } = useTranslation('desk-lead');
  const formatPounds = usePounds();
  const how = useText('how');
  const sum = amount === null ? t('health.unmatched.other') : formatPounds(amount);
  const refund = (
    <ChangeButton call={callTo(deskEndpoints.refundUnmatched, { id })} successMessage={t('health.unmatched.refunded', { sum })}>
      {t('health.unmatched.refund', { sum })}
    </ChangeButton>
  );
  return (
    <Row
      title={
        <>
          <strong>{sum}</strong> {t('health.unmatched.order', { id: orderId })}
        </>
      }
      end={!isReturned && amount !== null && refund}
    >
      <p className="quiet">
        <When at={receivedAt} />
      </p>
      {isReturned && <p>{t('health.unmatched.returned')}</p>}
      {problem !== '' && <p>{problem}</p>}
      <details>
        <summary>{t('health.unmatched.settle')}…</summary>
        <ChangeForm
          call={callTo(deskEndpoints.settleUnmatched, { id, how: how.value })}
          submit={t('health.unmatched.settle')}
          successMessage={t('health.unmatched.settled')}
          isReady={how.value.trim() !== ''}
          isQuiet
        >
          <Field {...how} label={t('health.unmatched.how')} hint={t('health.unmatched.howHint')} limit={100} />
        </ChangeForm>
      </details>
    </Row>
  );
};

const Health = ({ health }: HealthProps) => {
  const { t } = useTranslation('desk-lead');
  return (
    <div className="desk-sections">
      <p>
        {health.backedUpAt === null ? (
          <strong>{t('health.noBackup')}</strong>
        ) : (
          <>
            {t('health.backup')} <When at={health.backedUpAt} />
          </>
        )}
      </p>
      <Section title={t('health.unmatched.heading')}>
        <Rows items={health.unmatched} empty={t('health.unmatched.none')} className="desk-traces">
          {(payment) => <UnmatchedPayment key={payment.id} {...payment} />}
        </Rows>
      </Section>
      <Mails health={health} />
      <Jobs health={health} />
    </div>
  );
};

/** What the seller decides, each group on a page of its own. */
const groups = ['details', 'days', 'look', 'delivery', 'words', 'shopHistory'] as const;

const Shop = ({ health: { settings, database, payments } }: HealthProps) => {
  const { t } = useTranslation('desk-lead');
  return (
    <>
      <Rows items={groups} className="desk-settings">
        {(group) => (
          <Row key={group} title={<Link to={deskPages[group]}>{t(`settings.groups.${group}`)}</Link>}>
            <p className="quiet">{t(`settings.groups.${group}Text`)}</p>
          </Row>
        )}
      </Rows>
      <div className="desk-sections">
        <Section title={t('settings.samples')}>
          <Samples />
        </Section>
      </div>
      <details className="desk-machine">
        <summary>{t('settings.machine')}</summary>
        <p className="desk-lead">{t('settings.lead')}</p>
        <FactTable
          caption={t('settings.machine')}
          heads={[t('settings.name'), t('settings.value')]}
          rows={[
            { id: 'database', cells: [t('settings.database'), database] },
            { id: 'payments', cells: [t('settings.payments'), payments] },
            ...settings.map(({ name, value, isSet }) => ({
              id: name,
              cells: [<code key="name">{name}</code>, value ?? (isSet ? t('settings.set') : t('settings.notSet'))] as const,
            })),
          ]}
        />
      </details>
    </>
  );
};

const views = ['shop', 'health', 'done'] as const;

/** How the shop is, what it runs with, and who did what. */
export const SettingsScreen = () => {
  const { t } = useTranslation('desk-lead');
  const view = useView(views);
  const query = useRead(deskEndpoints.settings, {});
  return (
    <>
      <DeskHeading title={t('settings.heading')} />
      <ViewTabs label={t('settings.views.label')} views={views} titleOf={(key) => t(`settings.views.${key}`)} current={view} />
      {view === 'done' ? (
        <StaffEvents />
      ) : (
        <Fetched query={query}>{(health) => (view === 'shop' ? <Shop health={health} /> : <Health health={health} />)}</Fetched>
      )}
    </>
  );
};
