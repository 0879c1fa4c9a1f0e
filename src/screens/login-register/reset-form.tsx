import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passwordReset } from '#contract/account-forms.ts';
import { useResetPasswordMutation } from '#features/account/account-data-api.ts';
import { AccountForm } from '#features/account/account-form.tsx';
import { PasswordField } from '#features/account/password-field.tsx';
import { useAccountForm } from '#features/account/use-account-form.ts';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { useOutcomeHeading } from '#shared/ui/use-outcome-heading.ts';

/** Sets a new password by the link of an email. It ends every session, this browser's too. */
export const ResetForm = ({ token, headingRef }: { readonly token: string; readonly headingRef: Ref<HTMLHeadingElement> }) => {
  const { t } = useTranslation('account');
  const [isDone, setIsDone] = useState(false);
  const doneRef = useOutcomeHeading(isDone);
  const { form, sending } = useAccountForm({
    texts: { password: '' },
    schema: passwordReset,
    // The token is validated by the server alone.
    toInput: ({ password }) => ({ token: 'any', password }),
    isNewPassword: true,
  });
  const [resetPassword] = useResetPasswordMutation();
  if (isDone)
    return (
      <section className="account-narrow">
        <h1 ref={doneRef} tabIndex={-1}>
          {t('reset.done')}
        </h1>
        <p>{t('reset.doneText')}</p>
        <Link className="btn btn-primary btn-lg" to={paths.loginRegister} replace>
          {t('reset.signIn')}
        </Link>
      </section>
    );
  return (
    <section className="account-narrow">
      <h1 ref={headingRef} tabIndex={-1}>
        {t('reset.heading')}
      </h1>
      <p>{t('reset.text')}</p>
      <AccountForm
        form={form}
        sending={sending}
        onSend={({ password }) => sending.send(resetPassword({ token, password }).unwrap(), () => setIsDone(true))}
        remedy={
          sending.error?.code !== undefined && (
            <Link className="btn btn-outline-primary" to={`${paths.loginRegister}?step=forgot`}>
              {t('reset.again')}
            </Link>
          )
        }
      >
        <PasswordField {...form.field('password')} label={t('newPassword')} isNew />
        <SubmitButton isBusy={form.isBusy}>{t('reset.button')}</SubmitButton>
      </AccountForm>
    </section>
  );
};
