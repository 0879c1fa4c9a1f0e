import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { passwordReset } from '#contract/account-forms.ts';
import { useResetPasswordMutation } from '#features/account/account-api.ts';
import { AccountForm } from '#features/account/account-form.tsx';
import { PasswordField } from '#features/account/password-field.tsx';
import { useFailureMessage, useFieldMessages } from '#features/account/use-messages.ts';
import { paths } from '#shared/paths.ts';
import { fieldErrors } from '#shared/ui/field-errors.ts';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { useForm } from '#shared/ui/use-form.ts';
import { useOutcomeHeading } from '#shared/ui/use-outcome-heading.ts';
import { useSending } from '#shared/ui/use-sending.ts';

/** Sets a new password by the link of an e-mail. It ends every session, this browser's too. */
export const ResetForm = ({ token }: { readonly token: string }) => {
  const { t } = useTranslation('account');
  const toMessage = useFieldMessages({ isNewPassword: true });
  const [isDone, setIsDone] = useState(false);
  const headingRef = useOutcomeHeading(isDone);
  const form = useForm({
    texts: { password: '' },
    checkboxes: {},
    // The token is validated by the server alone.
    validate: ({ password }) => fieldErrors(passwordReset, { token: 'any', password }, toMessage),
  });
  const [resetPassword] = useResetPasswordMutation();
  const sending = useSending(form, useFailureMessage());
  if (isDone)
    return (
      <section className="account-narrow">
        <h1 ref={headingRef} tabIndex={-1}>
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
      <h1>{t('reset.heading')}</h1>
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
