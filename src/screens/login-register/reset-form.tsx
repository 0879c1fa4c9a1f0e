import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { passwordReset } from '#contract/account-forms.ts';
import { resetPassword } from '#features/account/account-calls.ts';
import { AccountForm } from '#features/account/account-form.tsx';
import { PasswordField } from '#features/account/password-field.tsx';
import { useSession } from '#features/account/session.ts';
import { useSend } from '#features/account/use-send.ts';
import { useFieldSentences } from '#features/account/use-sentences.ts';
import { paths } from '#shared/paths.ts';
import { fieldErrors } from '#shared/ui/field-errors.ts';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { useForm } from '#shared/ui/use-form.ts';
import { useOutcomeHeading } from '#shared/ui/use-outcome-heading.ts';

/** Choosing a new password by the link of a mail. It ends every session, this browser's too. */
export const ResetForm = ({ token }: { readonly token: string }) => {
  const { t } = useTranslation('account');
  const { change } = useSession();
  const sentence = useFieldSentences({ choosesPassword: true });
  const [isDone, setIsDone] = useState(false);
  const heading = useOutcomeHeading(isDone);
  const form = useForm({
    texts: { password: '' },
    checkboxes: {},
    // Only the server can tell what is wrong with a link.
    validate: ({ password }) => fieldErrors(passwordReset, { token: 'any', password }, sentence),
  });
  const sending = useSend(form);
  if (isDone)
    return (
      <section className="account-narrow">
        <h1 ref={heading} tabIndex={-1}>
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
        onSend={({ password }) =>
          sending.send(resetPassword({ token, password }), () => {
            setIsDone(true);
            change(null);
          })
        }
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
