import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { emailToken } from '#contract/account-forms.ts';
import { useVerifyEmailMutation } from '#features/account/account-api.ts';
import { AccountForm } from '#features/account/account-form.tsx';
import { useFailureMessage, useFieldMessages } from '#features/account/use-messages.ts';
import { asApiError } from '#shared/api/api-error.ts';
import { paths } from '#shared/paths.ts';
import { fieldErrors } from '#shared/ui/field-errors.ts';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { useForm } from '#shared/ui/use-form.ts';
import { useSending } from '#shared/ui/use-sending.ts';
import { RegisteredPassword } from './registered-password.tsx';
import { usePasswordQuestion } from './use-password-question.ts';

/** The server's error codes for a link that can never work again. */
export type DeadLink = 'used' | 'expired' | 'invalid';

const deadLinkOf = (code: string | undefined): DeadLink | undefined =>
  code === 'used' || code === 'expired' || code === 'invalid' ? code : undefined;

type LinkFormProps = {
  readonly token: string;
  readonly onVerified: () => void;
  readonly onDead: (code: DeadLink) => void;
};

/** Confirms the link of the e-mail on a click, not on load, because mail gateways and previews open links, too. */
export const LinkForm = ({ token, onVerified, onDead }: LinkFormProps) => {
  const { t } = useTranslation('account');
  const toMessage = useFieldMessages();
  const { isPasswordNeeded, passwordOf, needsPassword } = usePasswordQuestion();
  const form = useForm({
    texts: { password: '' },
    checkboxes: {},
    validate: (values) => fieldErrors(emailToken, { token, password: passwordOf(values) }, toMessage),
  });
  const [verifyEmail] = useVerifyEmailMutation();
  const sending = useSending(form, useFailureMessage());

  const confirm = async (values: { readonly password: string }) => {
    const call = verifyEmail({ token, password: passwordOf(values) });
    if (await needsPassword(call, form)) return;
    const { error } = await call;
    const dead = error && deadLinkOf(asApiError(error).code);
    if (dead) onDead(dead);
    else await sending.send(call.unwrap(), onVerified);
  };

  return (
    <AccountForm form={form} sending={sending} onSend={confirm}>
      {isPasswordNeeded && <RegisteredPassword {...form.field('password')} />}
      <div className="account-ways">
        <SubmitButton isBusy={form.isBusy}>{t('verify.linkButton')}</SubmitButton>
        {isPasswordNeeded && <Link to={`${paths.loginRegister}?step=forgot`}>{t('signIn.forgot')}</Link>}
      </div>
    </AccountForm>
  );
};
