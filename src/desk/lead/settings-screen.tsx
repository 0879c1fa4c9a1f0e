import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { deskPages } from '#contract/desk/endpoints.ts';
import type { ShopHealth } from '#contract/desk/settings.ts';
import { ChangeForm } from '#desk/parts/change-form.tsx';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { Fetched } from '#desk/parts/fetched.tsx';
import { useChange } from '#desk/parts/use-change.tsx';
import { usePounds } from '#desk/parts/use-pounds.ts';
import { ViewTabs } from '#desk/parts/view-tabs.tsx';
import { When } from '#desk/parts/when.tsx';
import { FactTable } from '#shared/ui/fact-table.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Link } from '#shared/ui/link.tsx';
import {
  useRefundUnmatchedMutation,
  useRetryJobsMutation,
  useRetryMailMutation,
  useSettleUnmatchedMutation,
  useShopHealthQuery,
} from './lead-api.ts';
import { Action, Said, useText } from './parts.tsx';
import { StaffEvents } from './staff-events.tsx';

type HealthProps = { readonly health: ShopHealth; readonly onShow: () => void; readonly onDone: (said: string) => void };

const Mails = ({ health: { mails }, onShow, onDone }: HealthProps) => {
  const { t } = useTranslation('desk-lead');
  const [retryMail] = useRetryMailMutation();
  const done = () => onDone(t('health.mails.tried'));
  return (
    <section>
      <div className="desk-section-head">
        <h2>{t('health.mails.heading')}</h2>
        {mails.length > 1 && <Action label={t('health.mails.all')} call={() => retryMail({}).unwrap()} onDone={done} onShow={onShow} />}
      </div>
      {mails.length === 0 && <p className="desk-empty">{t('health.mails.none')}</p>}
      <ul className="desk-rows desk-traces">
        {mails.map(({ id, to, subject, state, tries, createdAt, problem }) => (
          <li key={id}>
            <div>
              <p>
                <strong>{subject}</strong>
              </p>
              <p className="quiet">
                {t('health.mails.to', { to })}, <When at={createdAt} />
              </p>
              <p>
                {state === 'given up' ? t('health.mails.givenUp') : t('health.mails.waiting')}
                {tries > 0 && ` ${t('health.tries', { count: tries, problem })}`}
              </p>
            </div>
            <div className="desk-end">
              <Action label={t('health.again')} call={() => retryMail({ id }).unwrap()} onDone={done} onShow={onShow} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Jobs = ({ health: { jobs }, onShow, onDone }: HealthProps) => {
  const { t } = useTranslation('desk-lead');
  const [retryJobs] = useRetryJobsMutation();
  return (
    <section>
      <div className="desk-section-head">
        <h2>{t('health.jobs.heading')}</h2>
        {jobs.length > 0 && (
          <Action
            label={t('health.again')}
            call={() => retryJobs({}).unwrap()}
            onDone={() => onDone(t('health.jobs.tried'))}
            onShow={onShow}
          />
        )}
      </div>
      {jobs.length === 0 && <p className="desk-empty">{t('health.jobs.none')}</p>}
      <ul className="desk-rows desk-traces">
        {jobs.map(({ work, isDead, tries, since, dueAt, problem }) => (
          <li key={`${work} ${since}`}>
            <div>
              <p>
                <strong>{work}</strong>
              </p>
              <p>{t('health.tries', { count: tries, problem })}</p>
              <p className="quiet">
                {t('health.jobs.since')} <When at={since} />, {t('health.jobs.next')} <When at={dueAt} />
              </p>
            </div>
            <div className="desk-end">{isDead && <span className="desk-due is-late">{t('health.jobs.dead')}</span>}</div>
          </li>
        ))}
      </ul>
    </section>
  );
};

type UnmatchedProps = { readonly payment: ShopHealth['unmatched'][number] } & Omit<HealthProps, 'health'>;

const Unmatched = ({ payment: { id, orderId, amount, receivedAt, isReturned, problem }, onShow, onDone }: UnmatchedProps) => {
  const { t } = useTranslation('desk-lead');
  const money = usePounds();
  const changing = useChange(onShow);
  const how = useText('how');
  const [refund] = useRefundUnmatchedMutation();
  const [settle] = useSettleUnmatchedMutation();
  const sum = amount === null ? t('health.unmatched.other') : money(amount);
  return (
    <li>
      <div>
        <p>
          <strong>{sum}</strong> {t('health.unmatched.order', { id: orderId })}
        </p>
        <p className="quiet">
          <When at={receivedAt} />
        </p>
        {isReturned && <p>{t('health.unmatched.returned')}</p>}
        {problem !== '' && <p>{problem}</p>}
        <details>
          <summary>{t('health.unmatched.settle')}…</summary>
          <ChangeForm
            changing={changing}
            call={() => settle({ id, how: how.value }).unwrap()}
            onDone={() => onDone(t('health.unmatched.settled'))}
            isReady={how.value.trim() !== ''}
            isQuiet
            submit={t('health.unmatched.settle')}
          >
            <Field {...how} label={t('health.unmatched.how')} hint={t('health.unmatched.howHint')} limit={100} />
          </ChangeForm>
        </details>
      </div>
      <div className="desk-end">
        {!isReturned && amount !== null && (
          <Action
            label={t('health.unmatched.refund', { sum })}
            call={() => refund({ id }).unwrap()}
            onDone={() => onDone(t('health.unmatched.refunded', { sum }))}
            onShow={onShow}
          />
        )}
      </div>
    </li>
  );
};

const Health = (props: HealthProps) => {
  const { t } = useTranslation('desk-lead');
  const { health, onShow, onDone } = props;
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
      <section>
        <div className="desk-section-head">
          <h2>{t('health.unmatched.heading')}</h2>
        </div>
        {health.unmatched.length === 0 && <p className="desk-empty">{t('health.unmatched.none')}</p>}
        <ul className="desk-rows desk-traces">
          {health.unmatched.map((payment) => (
            <Unmatched key={payment.id} payment={payment} onShow={onShow} onDone={onDone} />
          ))}
        </ul>
      </section>
      <Mails {...props} />
      <Jobs {...props} />
    </div>
  );
};

const Shop = ({ health: { settings, database, payments } }: Pick<HealthProps, 'health'>) => {
  const { t } = useTranslation('desk-lead');
  return (
    <>
      <p className="desk-lead">{t('settings.lead')}</p>
      <FactTable
        caption={t('settings.views.shop')}
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
    </>
  );
};

const views = ['health', 'shop', 'done'] as const;

/** How the shop is, what it runs with, and who did what. */
export const SettingsScreen = () => {
  const { t } = useTranslation('desk-lead');
  const [params] = useSearchParams();
  const view = views.find((each) => each === params.get('view')) ?? 'health';
  const query = useShopHealthQuery();
  const [said, setSaid] = useState('');
  return (
    <>
      <DeskHeading title={t('settings.heading')}>
        <Link to={deskPages.delivery}>{t('settings.delivery')}</Link>
      </DeskHeading>
      <Said said={said} />
      <ViewTabs label={t('settings.views.label')} views={views.map((key) => ({ key, title: t(`settings.views.${key}`) }))} current={view} />
      {view === 'done' ? (
        <StaffEvents />
      ) : (
        <Fetched query={query}>
          {(health) =>
            view === 'shop' ? <Shop health={health} /> : <Health health={health} onShow={() => void query.refetch()} onDone={setSaid} />
          }
        </Fetched>
      )}
    </>
  );
};
