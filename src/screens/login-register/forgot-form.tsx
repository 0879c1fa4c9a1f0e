import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mailbox } from '#contract/account-forms.ts';
import { useForgotPasswordMutation } from '#features/account/account-data-api.ts';
import { AccountForm } from '#features/account/account-form.tsx';
import { EmailField } from '#features/account/person-fields.tsx';
import { useAccountForm } from '#features/account/use-account-form.ts';
import { paths } from '#shared/paths.ts';
import { withRedirect } from '#shared/safe-redirect.ts';
import { Link } from '#shared/ui/link.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { useOutcomeHeading } from '#shared/ui/use-outcome-heading.ts';
import type { SharedFormProps } from './shared-form-props.ts';

/** Requests an email with a link to reset the password. The answer is the same whether or not the account exists. */
export const ForgotForm = ({ email, onEmail, from, headingRef }: SharedFormProps & { readonly headingRef: Ref<HTMLHeadingElement> }) => {
  const { t } = useTranslation('account');
  const [sentMessage, setSentMessage] = useState<string>();
  const sentRef = useOutcomeHeading(sentMessage !== undefined);
  const { form, sending } = useAccountForm({ texts: { email }, schema: mailbox });
  const [forgotPassword] = useForgotPasswordMutation();
  const back = <Link to={withRedirect(paths.loginRegister, from)}>{t('forgot.back')}</Link>;
  if (sentMessage !== undefined)
    return (
      <section className="account-narrow">
        <h1 ref={sentRef} tabIndex={-1}>
          {t('forgot.sent')}
        </h1>
        <p>{sentMessage}</p>
        {back}
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
          {back}
        </div>
      </AccountForm>
    </section>
  );
};
