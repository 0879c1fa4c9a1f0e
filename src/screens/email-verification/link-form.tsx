import { useTranslation } from 'react-i18next';
import { emailToken } from '#contract/account-forms.ts';
import { useVerifyEmailMutation } from '#features/account/account-data-api.ts';
import { AccountForm, useAccountForm } from '#features/account/account-form.tsx';
import { asApiError } from '#shared/api/api-error.ts';
import { paths } from '#shared/paths.ts';
import { SubmitButton } from '#shared/ui/form-summary.tsx';
import { Link } from '#shared/ui/link.tsx';
import { RegisteredPassword, usePasswordQuestion } from './password-question.tsx';

/** The server's error codes for a link that can never work again. */
export type LinkProblem = 'used' | 'expired' | 'invalid';

const linkProblemOf = (code: string | undefined): LinkProblem | undefined =>
  code === 'used' || code === 'expired' || code === 'invalid' ? code : undefined;

type LinkFormProps = {
  readonly token: string;
  readonly onVerified: () => void;
  readonly onDead: (code: LinkProblem) => void;
};

/** Confirms the link of the email on a click, not on load, because mail gateways and previews open links, too. */
export const LinkForm = ({ token, onVerified, onDead }: LinkFormProps) => {
  const { t } = useTranslation('account');
  const { isPasswordNeeded, passwordOf, needsPassword } = usePasswordQuestion();
  const { form, sending } = useAccountForm({
    texts: { password: '' },
    schema: emailToken,
    toInput: (values) => ({ token, password: passwordOf(values) }),
  });
  const [verifyEmail] = useVerifyEmailMutation();

  const confirm = async (values: { readonly password: string }) => {
    const call = verifyEmail({ token, password: passwordOf(values) });
    if (await needsPassword(call, form)) return;
    const { error } = await call;
    const dead = error && linkProblemOf(asApiError(error).code);
    if (dead) onDead(dead);
    else await sending.send(call.unwrap(), onVerified);
  };

  return (
    <AccountForm form={form} sending={sending} onSend={confirm}>
      {isPasswordNeeded && <RegisteredPassword {...form.field('password')} />}
      <div className="account-actions">
        <SubmitButton isBusy={form.isBusy}>{t('verify.linkButton')}</SubmitButton>
        {isPasswordNeeded && <Link to={`${paths.loginRegister}?step=forgot`}>{t('signIn.forgot')}</Link>}
      </div>
    </AccountForm>
  );
};
