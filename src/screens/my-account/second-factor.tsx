import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecondFactorSetUp, User } from '#contract/account.ts';
import { ownPassword, secondFactorChange, secondFactorConfirmation } from '#contract/account-forms.ts';
import {
  useConfirmSecondFactorMutation,
  useEndSecondFactorMutation,
  useRenewRecoveryCodesMutation,
  useSecondFactorQuery,
  useStartSecondFactorMutation,
} from '#features/account/account-data-api.ts';
import { OneTimeCodeField, PasswordField, UsernameField } from '#features/account/account-fields.tsx';
import { AccountForm, useAccountForm } from '#features/account/account-form.tsx';
import { asApiError } from '#shared/api/api-error.ts';
import { formatDate } from '#shared/format-date.ts';
import { useFreshAnswer } from '#shared/hooks/use-fresh-answer.ts';
import { useOutcomeHeading } from '#shared/hooks/use-view-heading.ts';
import { saveFile } from '#shared/save-file.ts';
import { useShop } from '#shared/shop.tsx';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { SubmitButton } from '#shared/ui/form-summary.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';

type CodesProps = { readonly user: User; readonly codes: readonly string[]; readonly onKept: () => void };

/** New recovery codes, which are shown this once. */
const RecoveryCodes = ({ user, codes, onKept }: CodesProps) => {
  const shop = useShop();
  const { t } = useTranslation('account');
  const headingRef = useOutcomeHeading(true);
  const save = () =>
    saveFile(
      `${shop.name}-${t('secondFactor.fileName')}.txt`,
      [t('secondFactor.fileText', { shop: shop.name, email: user.email }), '', ...codes, ''].join('\n'),
      'text/plain',
    );
  return (
    <>
      <h3 ref={headingRef} tabIndex={-1}>
        {t('secondFactor.codes')}
      </h3>
      <p className="prose">{t('secondFactor.codesText')}</p>
      <ol className="recovery-codes" aria-label={t('secondFactor.codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="account-actions">
        <button type="button" className="btn btn-outline-primary" onClick={save}>
          {t('secondFactor.save')}
        </button>
        <button type="button" className="btn btn-primary" onClick={onKept}>
          {t('secondFactor.kept')}
        </button>
      </div>
    </>
  );
};

type StepProps = { readonly user: User; readonly onCodes: (codes: readonly string[]) => void };

/** The app's secret, as a QR code and in letters, and the first code of the app. */
const Confirmation = ({ setUp, onCodes }: Omit<StepProps, 'user'> & { readonly setUp: SecondFactorSetUp }) => {
  const { t } = useTranslation('account');
  const headingRef = useOutcomeHeading(true);
  const [confirm] = useConfirmSecondFactorMutation();
  const { form, sending } = useAccountForm({ texts: { oneTimeCode: '' }, schema: secondFactorConfirmation });
  return (
    <AccountForm
      form={form}
      sending={sending}
      onSend={(values) => sending.send(confirm(values).unwrap(), ({ recoveryCodes }) => onCodes(recoveryCodes))}
      heading={
        <h3 ref={headingRef} tabIndex={-1}>
          {t('secondFactor.scan')}
        </h3>
      }
    >
      <p>{t('secondFactor.scanText')}</p>
      {/* An image and not inline, so that nothing of an answer becomes markup of the page. */}
      <img
        className="qr-code"
        src={`data:image/svg+xml,${encodeURIComponent(setUp.qrCode)}`}
        alt={t('secondFactor.qrCode')}
        width={208}
        height={208}
      />
      <div>
        <p>{t('secondFactor.byHand')}</p>
        <p>
          <code className="app-secret">{setUp.secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <a href={setUp.link}>{t('secondFactor.openApp')}</a>
      </div>
      <OneTimeCodeField {...form.field('oneTimeCode')} isAppOnly />
      <SubmitButton isBusy={form.isBusy}>{t('secondFactor.switchOn')}</SubmitButton>
    </AccountForm>
  );
};

/** Two-step sign-in is off: what it is, and the password to begin. */
const SetUp = ({ user, onCodes }: StepProps) => {
  const { t } = useTranslation('account');
  const [setUp, setSetUp] = useState<SecondFactorSetUp>();
  const [start] = useStartSecondFactorMutation();
  const { form, sending } = useAccountForm({ texts: { password: '' }, schema: ownPassword });
  if (setUp) return <Confirmation setUp={setUp} onCodes={onCodes} />;
  return (
    <AccountForm form={form} sending={sending} onSend={(values) => sending.send(start(values).unwrap(), setSetUp)}>
      <p>{t('secondFactor.text')}</p>
      <UsernameField user={user} />
      <PasswordField {...form.field('password')} label={t('currentPassword')} />
      <SubmitButton isBusy={form.isBusy}>{t('secondFactor.begin')}</SubmitButton>
    </AccountForm>
  );
};

type ChangeProps = StepProps & { readonly task: 'renew' | 'end'; readonly onDone: () => void; readonly onCancel: () => void };

/** Makes new recovery codes or switches two-step sign-in off, with password and code. */
const Change = ({ user, task, onCodes, onDone, onCancel }: ChangeProps) => {
  const { t } = useTranslation('account');
  const headingRef = useOutcomeHeading(true);
  const [end] = useEndSecondFactorMutation();
  const [renew] = useRenewRecoveryCodesMutation();
  const { form, sending } = useAccountForm({ texts: { password: '', oneTimeCode: '' }, schema: secondFactorChange });
  return (
    <AccountForm
      form={form}
      sending={sending}
      onSend={(values) =>
        task === 'end'
          ? sending.send(end(values).unwrap(), onDone)
          : sending.send(renew(values).unwrap(), ({ recoveryCodes }) => onCodes(recoveryCodes))
      }
      heading={
        <h3 ref={headingRef} tabIndex={-1}>
          {t(`secondFactor.${task}`)}
        </h3>
      }
    >
      <p>{t(`secondFactor.${task}Text`)}</p>
      <UsernameField user={user} />
      <PasswordField {...form.field('password')} label={t('currentPassword')} />
      <OneTimeCodeField {...form.field('oneTimeCode')} />
      <div className="account-actions">
        <SubmitButton isBusy={form.isBusy}>{t(`secondFactor.${task}`)}</SubmitButton>
        <button type="button" className="btn btn-link" onClick={onCancel}>
          {t('my.cancel')}
        </button>
      </div>
    </AccountForm>
  );
};

const fewCodes = 3;

/** Two-step sign-in: to switch it on and off, and to make new recovery codes. */
export const SecondFactor = ({ user }: { readonly user: User }) => {
  const { t, i18n } = useTranslation(['account', 'common']);
  const { currentData, error, isFetching, refetch } = useSecondFactorQuery(user._id);
  const [codes, setCodes] = useState<readonly string[]>();
  const [task, setTask] = useState<'renew' | 'end'>();
  const [outcome, setOutcome] = useState<'on' | 'off'>();
  const containerRef = useRef<HTMLDivElement>(null);
  const outcomeRef = useOutcomeHeading(outcome !== undefined);
  const isFresh = useFreshAnswer(outcome, { isBusy: isFetching, error });
  if (codes)
    return (
      <RecoveryCodes
        user={user}
        codes={codes}
        onKept={() => {
          setCodes(undefined);
          setOutcome('on');
        }}
      />
    );
  if (!currentData && error && !isFetching) return <FailureNote error={asApiError(error)} onRetry={refetch} />;
  if (!currentData) return <Spinner label={t('common:loading')} />;
  const { since, recoveryCodesLeft } = currentData;
  const showCodes = (made: readonly string[]) => {
    setTask(undefined);
    setOutcome(undefined);
    setCodes(made);
  };
  const isOn = since !== null;
  // The loaded state is older than the change.
  const isOutdated = outcome !== undefined && !isFresh;
  return (
    <div ref={containerRef} tabIndex={-1} className="second-factor">
      {outcome && (isOutdated || isOn === (outcome === 'on')) && (
        <h3 ref={outcomeRef} tabIndex={-1}>
          {t(`secondFactor.${outcome}`)}
        </h3>
      )}
      {isOutdated && (isFetching ? <Spinner label={t('common:loading')} /> : <FailureNote error={asApiError(error)} onRetry={refetch} />)}
      {!isOutdated && !isOn && <SetUp user={user} onCodes={showCodes} />}
      {!isOutdated && isOn && (
        <>
          <p>{t('secondFactor.since', { date: formatDate(since, i18n.language) })}</p>
          <p className={recoveryCodesLeft <= fewCodes ? 'note' : undefined}>{t('secondFactor.left', { count: recoveryCodesLeft })}</p>
        </>
      )}
      {!isOutdated && isOn && task === undefined && (
        <div className="account-actions">
          <button type="button" className="btn btn-outline-primary" onClick={() => setTask('renew')}>
            {t('secondFactor.renew')}
          </button>
          <button type="button" className="btn btn-link" onClick={() => setTask('end')}>
            {t('secondFactor.end')}
          </button>
        </div>
      )}
      {!isOutdated && isOn && task !== undefined && (
        <Change
          key={task}
          user={user}
          task={task}
          onCodes={showCodes}
          onCancel={() => {
            setTask(undefined);
            // The pressed button is about to disappear.
            containerRef.current?.focus();
          }}
          onDone={() => {
            setTask(undefined);
            setOutcome('off');
          }}
        />
      )}
    </div>
  );
};
