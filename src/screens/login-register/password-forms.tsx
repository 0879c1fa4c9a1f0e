import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mailbox, passwordReset } from '#contract/account-forms.ts';
import { useForgotPasswordMutation, useResetPasswordMutation } from '#features/account/account-data-api.ts';
import { EmailField, PasswordField } from '#features/account/account-fields.tsx';
import { AccountForm, useAccountForm } from '#features/account/account-form.tsx';
import { useOutcomeHeading } from '#shared/hooks/use-view-heading.ts';
import { paths } from '#shared/paths.ts';
import { withRedirect } from '#shared/safe-redirect.ts';
import { SubmitButton } from '#shared/ui/form-summary.tsx';
import { Link } from '#shared/ui/link.tsx';
import type { SharedFormProps } from './sign-in-form.tsx';

/** Requests an email with a link to reset the password. The answer is the same whether or not the account exists. */
export const ForgotForm = ({ email, onEmail, from, headingRef }: SharedFormProps & { readonly headingRef: Ref<HTMLHeadingElement> }) => {
  const { t } = useTranslation('account');
  const [sentMessage, setSentMessage] = useState<string>();
  const sentRef = useOutcomeHeading(sentMessage !== undefined);
  const { form, sending } = useAccountForm({ texts: { email }, schema: mailbox });
  const [forgotPassword] = useForgotPasswordMutation();
  const backLink = <Link to={withRedirect(paths.loginRegister, from)}>{t('forgot.back')}</Link>;
  if (sentMessage !== undefined)
    return (
      <section className="account-narrow">
        <h1 ref={sentRef} tabIndex={-1}>
          {t('forgot.sent')}
        </h1>
        <p>{sentMessage}</p>
        {backLink}
      </section>
    );
  return (
    <section className="account-narrow">
      <h1 ref={headingRef} tabIndex={-1}>
        {t('forgot.heading')}
      </h1>
      <p>{t('forgot.text')}</p>
      <AccountForm
        form={form}
        sending={sending}
        onSend={(values) => sending.send(forgotPassword(values).unwrap(), (answer) => setSentMessage(answer.message))}
      >
        <EmailField {...form.field('email')} onTyped={onEmail} />
        <div className="account-actions">
          <SubmitButton isBusy={form.isBusy}>{t('forgot.button')}</SubmitButton>
          {backLink}
        </div>
      </AccountForm>
    </section>
  );
};

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
