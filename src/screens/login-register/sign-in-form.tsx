import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { credentials, oneTimeCodeError } from '#contract/account-forms.ts';
import { useSignInMutation } from '#features/account/account-data-api.ts';
import { AccountForm } from '#features/account/account-form.tsx';
import { useCarriedEmail } from '#features/account/carried-email.ts';
import { PasswordField } from '#features/account/password-field.tsx';
import { EmailField } from '#features/account/person-fields.tsx';
import { useAccountForm } from '#features/account/use-account-form.ts';
import { asApiError } from '#shared/api/api-error.ts';
import { paths } from '#shared/paths.ts';
import { withRedirect } from '#shared/safe-redirect.ts';
import { Link } from '#shared/ui/link.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { SecondStep } from './second-step.tsx';
import type { SharedFormProps } from './shared-form-props.ts';

/** Signing in, for some accounts in two steps. An unverified account gets a link to the email verification. */
export const SignInForm = ({ email, onEmail, from }: SharedFormProps) => {
  const { t } = useTranslation('account');
  const { state } = useLocation();
  const { form, sending } = useAccountForm({ texts: { email, password: '' }, schema: credentials });
  const [signIn] = useSignInMutation();
  useCarriedEmail(state, form.setValues);
  const [checked, setChecked] = useState<{ readonly email: string; readonly password: string }>();
  const wasCheckedRef = useRef(false);
  const passwordId = form.field('password').id;
  // Back from the second step, whose buttons are gone.
  useLayoutEffect(() => {
    if (wasCheckedRef.current && !checked) document.getElementById(passwordId)?.focus();
    wasCheckedRef.current = checked !== undefined;
  }, [checked, passwordId]);

  const send = async (values: typeof form.values) => {
    const call = signIn(values);
    const { error } = await call;
    if (error && asApiError(error).code === oneTimeCodeError.needed) setChecked(values);
    else await sending.send(call.unwrap());
  };

  if (checked) return <SecondStep credentials={checked} onBack={() => setChecked(undefined)} />;
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
