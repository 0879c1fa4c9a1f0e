import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { credentials, oneTimeCodeError, secondFactorConfirmation } from '#contract/account-forms.ts';
import { useSignInMutation } from '#features/account/account-data-api.ts';
import { EmailField, OneTimeCodeField, PasswordField } from '#features/account/account-fields.tsx';
import { AccountForm, useAccountForm, useCarriedEmail } from '#features/account/account-form.tsx';
import { asApiError } from '#shared/api/api-error.ts';
import { useOutcomeHeading } from '#shared/hooks/use-view-heading.ts';
import { paths } from '#shared/paths.ts';
import { withRedirect } from '#shared/safe-redirect.ts';
import { SubmitButton } from '#shared/ui/form-summary.tsx';
import { Link } from '#shared/ui/link.tsx';

/** What the forms of this screen share: the email address typed last, and where to redirect after signing in. */
export type SharedFormProps = {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly from: string | null;
};

type SecondStepProps = { readonly credentials: { readonly email: string; readonly password: string }; readonly onBack: () => void };

/** The second step of signing in, after the right password. */
const SecondStep = ({ credentials, onBack }: SecondStepProps) => {
  const { t } = useTranslation('account');
  const headingRef = useOutcomeHeading(true);
  const { form, sending } = useAccountForm({ texts: { oneTimeCode: '' }, schema: secondFactorConfirmation });
  const [signIn] = useSignInMutation();
  return (
    <AccountForm
      form={form}
      sending={sending}
      onSend={(values) => sending.send(signIn({ ...credentials, ...values }).unwrap())}
      heading={
        <h2 ref={headingRef} tabIndex={-1}>
          {t('secondStep.heading')}
        </h2>
      }
    >
      <p className="quiet">{t('secondStep.text')}</p>
      <OneTimeCodeField {...form.field('oneTimeCode')} />
      <div className="account-actions">
        <SubmitButton isBusy={form.isBusy}>{t('signIn.button')}</SubmitButton>
        <button type="button" className="btn btn-link" onClick={onBack}>
          {t('secondStep.back')}
        </button>
      </div>
    </AccountForm>
  );
};

/** Signing in, for some accounts in two steps. An unverified account gets a link to the email verification. */
export const SignInForm = ({ email, onEmail, from }: SharedFormProps) => {
  const { t } = useTranslation('account');
  const { state } = useLocation();
  const { form, sending } = useAccountForm({ texts: { email, password: '' }, isFollowing: true, schema: credentials });
  const [signIn] = useSignInMutation();
  useCarriedEmail(state, form.setValues);
  const [checkedCredentials, setCheckedCredentials] = useState<{ readonly email: string; readonly password: string }>();
  const wasCheckedRef = useRef(false);
  const passwordId = form.field('password').id;
  // Back from the second step, whose buttons are gone.
  useLayoutEffect(() => {
    if (wasCheckedRef.current && !checkedCredentials) document.getElementById(passwordId)?.focus();
    wasCheckedRef.current = checkedCredentials !== undefined;
  }, [checkedCredentials, passwordId]);

  const send = async (values: typeof form.values) => {
    const call = signIn(values);
    const { error } = await call;
    if (error && asApiError(error).code === oneTimeCodeError.needed) setCheckedCredentials(values);
    else await sending.send(call.unwrap());
  };

  if (checkedCredentials) return <SecondStep credentials={checkedCredentials} onBack={() => setCheckedCredentials(undefined)} />;
  const isUnverified = sending.error?.code === 'unverified';
  return (
    <AccountForm
      form={form}
      sending={sending}
      onSend={send}
      remedy={
        isUnverified && (
          <Link className="btn btn-outline-primary" to={withRedirect(paths.emailVerification, from)} state={{ email: form.values.email }}>
            {t('signIn.verify')}
          </Link>
        )
      }
    >
      <EmailField {...form.field('email')} onTyped={onEmail} />
      <PasswordField {...form.field('password')} label={t('password')} />
      <div className="account-actions">
        <SubmitButton isBusy={form.isBusy}>{t('signIn.button')}</SubmitButton>
        <Link to={withRedirect(`${paths.loginRegister}?step=forgot`, from)}>{t('signIn.forgot')}</Link>
      </div>
    </AccountForm>
  );
};
