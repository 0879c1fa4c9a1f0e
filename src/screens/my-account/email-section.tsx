import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { User } from '#contract/account.ts';
import { emailChange } from '#contract/account-forms.ts';
import { useChangeEmailMutation, useConfirmEmailChangeMutation, useSecondFactorQuery } from '#features/account/account-data-api.ts';
import { OneTimeCodeField, PasswordField, UsernameField } from '#features/account/account-fields.tsx';
import { AccountForm, useAccountForm, useFailureMessage } from '#features/account/account-form.tsx';
import { asApiError } from '#shared/api/api-error.ts';
import { useNavigateWhileHere } from '#shared/hooks/use-navigate-while-here.ts';
import { useOutcomeHeading } from '#shared/hooks/use-view-heading.ts';
import { paths } from '#shared/paths.ts';
import { ErrorNote, FailureNote } from '#shared/ui/failure-note.tsx';
import { Field } from '#shared/ui/field.tsx';
import { SubmitButton } from '#shared/ui/form-summary.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';

type OutcomeProps = { readonly heading: string; readonly text: string; readonly onAgain: () => void };

const Outcome = ({ heading, text, onAgain }: OutcomeProps) => {
  const { t } = useTranslation('account');
  const headingRef = useOutcomeHeading(true);
  return (
    <>
      <h3 ref={headingRef} tabIndex={-1}>
        {heading}
      </h3>
      <p className="prose">{text}</p>
      <button type="button" className="btn btn-link" onClick={onAgain}>
        {t('emailSection.other')}
      </button>
    </>
  );
};

type FormProps = {
  readonly user: User;
  readonly hasSecondFactor: boolean;
  /** The form has been opened again from the outcome, and takes the focus. */
  readonly isAgain: boolean;
  readonly onSent: (message: string) => void;
};

const EmailForm = ({ user, hasSecondFactor, isAgain, onSent }: FormProps) => {
  const { t } = useTranslation('account');
  const headingRef = useOutcomeHeading(isAgain);
  const [changeEmail] = useChangeEmailMutation();
  const toInput = ({ oneTimeCode, ...values }: { readonly email: string; readonly password: string; readonly oneTimeCode: string }) => ({
    ...values,
    ...(hasSecondFactor && { oneTimeCode }),
  });
  const { form, sending } = useAccountForm({ texts: { email: '', password: '', oneTimeCode: '' }, schema: emailChange, toInput });
  return (
    <AccountForm
      form={form}
      sending={sending}
      onSend={(values) => sending.send(changeEmail(toInput(values)).unwrap(), ({ message }) => onSent(message))}
    >
      <p ref={headingRef} tabIndex={-1} className="quiet">
        {t('emailSection.text', { email: user.email })}
      </p>
      <Field {...form.field('email')} label={t('emailSection.new')} type="email" autoComplete="email" />
      <UsernameField user={user} />
      <PasswordField {...form.field('password')} label={t('currentPassword')} />
      {hasSecondFactor && <OneTimeCodeField {...form.field('oneTimeCode')} />}
      <SubmitButton isBusy={form.isBusy}>{t('emailSection.button')}</SubmitButton>
    </AccountForm>
  );
};

type ConfirmationProps = { readonly token: string; readonly onConfirmed: () => void };

/** The link to the new address: on a press, not on load, because mail gateways and previews open links, too. */
const Confirmation = ({ token, onConfirmed }: ConfirmationProps) => {
  const { t } = useTranslation('account');
  const [confirm, { isLoading: isBusy, error }] = useConfirmEmailChangeMutation();
  const toMessage = useFailureMessage();
  const press = async () => {
    if (isBusy) return;
    const { data } = await confirm(token);
    if (data) onConfirmed();
  };
  return (
    <>
      <h3>{t('emailSection.confirm')}</h3>
      <p className="prose">{t('emailSection.confirmText')}</p>
      {error && <ErrorNote text={toMessage(asApiError(error))} />}
      <div className="account-actions">
        <button type="button" className="btn btn-primary" aria-disabled={isBusy} aria-busy={isBusy} onClick={() => void press()}>
          {t('emailSection.confirmButton')}
        </button>
        {error && <Link to={paths.accountSection('email')}>{t('emailSection.again')}</Link>}
      </div>
    </>
  );
};

/** Changes the email address: a form that has a link mailed to the new one, and `?confirm=`, that link. */
export const EmailSection = ({ user }: { readonly user: User }) => {
  const { t } = useTranslation(['account', 'common']);
  const [query] = useSearchParams();
  const navigate = useNavigateWhileHere();
  const [sent, setSent] = useState('');
  const [isChanged, setIsChanged] = useState(false);
  const [isAgain, setIsAgain] = useState(false);
  const { data: secondFactor, error, isFetching, refetch } = useSecondFactorQuery(user._id);
  const token = query.get('confirm');
  const showChanged = () => {
    setIsChanged(true);
    // Removes the used token from the URL.
    void navigate(paths.accountSection('email'), { replace: true, preventScrollReset: true });
  };
  const showForm = () => {
    setIsAgain(true);
    setIsChanged(false);
    setSent('');
  };
  if (isChanged)
    return <Outcome heading={t('emailSection.changed')} text={t('emailSection.changedText', { email: user.email })} onAgain={showForm} />;
  if (token) return <Confirmation key={token} token={token} onConfirmed={showChanged} />;
  if (sent !== '') return <Outcome heading={t('emailSection.sent')} text={sent} onAgain={showForm} />;
  if (!secondFactor && error && !isFetching) return <FailureNote error={asApiError(error)} onRetry={refetch} />;
  if (!secondFactor) return <Spinner label={t('common:loading')} />;
  return <EmailForm user={user} hasSecondFactor={secondFactor.since !== null} isAgain={isAgain} onSent={setSent} />;
};
