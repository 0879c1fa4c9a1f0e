import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { emailCode, mailbox } from '#contract/account-forms.ts';
import { useResendCodeMutation, useVerifyEmailMutation } from '#features/account/account-data-api.ts';
import { EmailField } from '#features/account/account-fields.tsx';
import { AccountForm, useAccountForm, useCarriedEmail, useFieldMessages, useFormatWait } from '#features/account/account-form.tsx';
import { paths } from '#shared/paths.ts';
import { Field } from '#shared/ui/field.tsx';
import { SubmitButton } from '#shared/ui/form-summary.tsx';
import { Link } from '#shared/ui/link.tsx';
import { fieldErrors } from '#shared/ui/use-form.ts';
import { RegisteredPassword, usePasswordQuestion } from './password-question.tsx';

/** Counts seconds down to 0 by the clock, because timers are throttled in background tabs. `secondsLeft` is 0 before the first start. */
const useCountdown = () => {
  const [end, setEnd] = useState<number>();
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    if (end === undefined) return;
    const update = () => {
      const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setSecondsLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    };
    const timer = setInterval(update, 250);
    update();
    return () => clearInterval(timer);
  }, [end]);
  const start = useCallback((seconds: number) => setEnd(Date.now() + seconds * 1000), []);
  return { secondsLeft, start };
};

/** The wait between two emails. */
const resendDelaySeconds = 60;

const wasJustSent = (state: unknown): boolean => typeof state === 'object' && state !== null && 'isSent' in state && state.isSent === true;

/** Verifies by the code of the email, and sends a new code. `onVerified` gets the verified address. */
export const CodeForm = ({ onVerified }: { readonly onVerified: (email: string) => void }) => {
  const { t } = useTranslation('account');
  const { state } = useLocation();
  const toMessage = useFieldMessages();
  const formatWait = useFormatWait();
  const [resendMessage, setResendMessage] = useState<string>();
  const [isResending, setIsResending] = useState(false);
  const { secondsLeft, start } = useCountdown();
  const { isPasswordNeeded, passwordOf, needsPassword } = usePasswordQuestion();
  const { form, sending } = useAccountForm({
    texts: { email: '', code: '', password: '' },
    schema: emailCode,
    toInput: (values) => ({ ...values, password: passwordOf(values) }),
  });
  const [resendCode] = useResendCodeMutation();
  const [verifyEmail] = useVerifyEmailMutation();
  useCarriedEmail(state, form.setValues);
  useEffect(() => {
    if (wasJustSent(state)) start(resendDelaySeconds);
  }, [state, start]);

  const resend = async () => {
    if (secondsLeft > 0 || isResending) return;
    setResendMessage(undefined);
    const { email } = form.values;
    const errors = fieldErrors(mailbox, { email }, toMessage);
    if (errors.email !== undefined) {
      sending.clear();
      form.setErrors(errors);
      return;
    }
    setIsResending(true);
    const error = await sending.send(resendCode({ email }).unwrap(), (answer) => {
      setResendMessage(answer.message);
      start(resendDelaySeconds);
    });
    if (error?.retryAfterSeconds !== undefined) start(error.retryAfterSeconds);
    setIsResending(false);
  };

  const confirm = async (values: typeof form.values) => {
    const call = verifyEmail({ ...values, password: passwordOf(values) });
    if (!(await needsPassword(call, form))) await sending.send(call.unwrap(), () => onVerified(values.email));
  };

  return (
    <AccountForm form={form} sending={sending} onSubmit={() => setResendMessage(undefined)} onSend={confirm}>
      <EmailField {...form.field('email')} />
      <div className="code-field">
        <Field {...form.field('code')} label={t('verify.code')} autoComplete="one-time-code" inputMode="numeric" spellCheck={false} />
      </div>
      {isPasswordNeeded && <RegisteredPassword {...form.field('password')} />}
      <div className="account-actions">
        <SubmitButton isBusy={form.isBusy}>{t('verify.button')}</SubmitButton>
        <button
          type="button"
          className="btn btn-link"
          aria-disabled={secondsLeft > 0 || isResending}
          aria-busy={isResending}
          aria-describedby="resend-wait"
          onClick={() => void resend()}
        >
          {t('verify.resend')}
        </button>
        {isPasswordNeeded && <Link to={`${paths.loginRegister}?step=forgot`}>{t('signIn.forgot')}</Link>}
      </div>
      {/* Describes the button and is no live region, which would be read out every second. */}
      <p id="resend-wait" className="quiet">
        {secondsLeft > 0 && t('verify.resendIn', { wait: formatWait(secondsLeft) })}
      </p>
      <div role="status">
        {resendMessage !== undefined && <p className="note">{resendMessage}</p>}
        {resendMessage === undefined && secondsLeft === 0 && <span className="visually-hidden">{t('verify.resendNow')}</span>}
      </div>
    </AccountForm>
  );
};
