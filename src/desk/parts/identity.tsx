import { createContext, type ReactNode, useContext, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { credentials } from '#contract/account-forms.ts';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { codeConfirmation } from '#contract/desk/staff.ts';
import { callTo, useRefetch, useSend } from '#desk/desk-api.ts';
import { useSignInMutation } from '#features/account/account-data-api.ts';
import { EmailField, OneTimeCodeField, PasswordField } from '#features/account/account-fields.tsx';
import { AccountForm, useAccountForm } from '#features/account/account-form.tsx';
import { asApiError } from '#shared/api/api-error.ts';
import { useIsStillOnPage } from '#shared/hooks/use-navigate-while-here.ts';
import { usePathChange } from '#shared/hooks/use-path-change.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { SubmitButton } from '#shared/ui/form-summary.tsx';

type Send = <Answer>(call: () => Promise<Answer>) => Promise<Answer>;

type Identity = {
  readonly sendFrom: (isHere: () => boolean) => Send;
  readonly signIn: () => void;
};

const IdentityContext = createContext<Identity>({ sendFrom: () => (call) => call(), signIn: () => undefined });

/**
 * Makes a call. Where the server wants a fresh code of the second factor, or the session has ended, a dialog over the page asks for it, and the call
 * is made again. Rejects with the call's error, also where the dialog is closed without an answer, and on another page, where nobody is asked.
 */
export const useIdentityCheck = (): Send => useContext(IdentityContext).sendFrom(useIsStillOnPage());

/** Opens the dialog that signs in again, after which all that is shown is fetched again. */
export const useSignInDialog = () => useContext(IdentityContext).signIn;

type FormProps = { readonly onConfirmed: () => void; readonly onCancel: () => void };

const Buttons = ({ isBusy, text, onCancel }: Pick<FormProps, 'onCancel'> & { readonly isBusy: boolean; readonly text: string }) => {
  const { t } = useTranslation('desk');
  return (
    <div className="desk-actions">
      <SubmitButton isBusy={isBusy}>{text}</SubmitButton>
      <button type="button" className="btn btn-outline-primary" onClick={onCancel}>
        {t('code.cancel')}
      </button>
    </div>
  );
};

const CodeForm = ({ onConfirmed, onCancel }: FormProps) => {
  const { t } = useTranslation('desk');
  const { form, sending } = useAccountForm({ texts: { oneTimeCode: '' }, schema: codeConfirmation });
  const send = useSend();
  return (
    <AccountForm
      form={form}
      sending={sending}
      onSend={(values) => sending.send(send(callTo(deskEndpoints.confirmCode, values)), onConfirmed)}
      heading={<h2>{t('code.heading')}</h2>}
    >
      <p>{t('code.text')}</p>
      <OneTimeCodeField {...form.field('oneTimeCode')} />
      <Buttons isBusy={form.isBusy} text={t('code.confirm')} onCancel={onCancel} />
    </AccountForm>
  );
};

/** Everybody at the desk has a second factor, so that one form has all that is asked for. */
const SignInForm = ({ onConfirmed, onCancel }: FormProps) => {
  const { t } = useTranslation(['desk', 'account']);
  const { form, sending } = useAccountForm({ texts: { email: '', password: '', oneTimeCode: '' }, schema: credentials });
  const [signIn] = useSignInMutation();
  return (
    <AccountForm
      form={form}
      sending={sending}
      onSend={(values) => sending.send(signIn(values).unwrap(), onConfirmed)}
      heading={<h2>{t('desk:signIn.heading')}</h2>}
    >
      <p>{t('desk:signIn.text')}</p>
      <EmailField {...form.field('email')} />
      <PasswordField {...form.field('password')} label={t('account:password')} />
      <OneTimeCodeField {...form.field('oneTimeCode')} />
      <Buttons isBusy={form.isBusy} text={t('desk:signIn.submit')} onCancel={onCancel} />
    </AccountForm>
  );
};

const forms = { code: CodeForm, signIn: SignInForm } as const;

type Question = keyof typeof forms;

/** What must be asked before a call that failed so can be made again. */
const questionOf = (cause: unknown): Question | undefined => {
  const { status, code } = asApiError(cause);
  if (status === 401) return 'signIn';
  return code === 'freshCode' ? 'code' : undefined;
};

/** Around the pages of the desk: the dialog that asks who it is. What was typed below it stays. */
export const IdentityProvider = ({ children }: { readonly children: ReactNode }) => {
  const { t } = useTranslation('desk');
  const [question, setQuestion] = useState<Question>();
  const refetch = useRefetch();
  /** The calls that wait for the answer. */
  const waitingRef = useRef<((isConfirmed: boolean) => void)[]>([]);
  const close = (isConfirmed: boolean) => {
    setQuestion(undefined);
    if (isConfirmed && question === 'signIn') refetch();
    for (const settle of waitingRef.current.splice(0)) settle(isConfirmed);
  };
  usePathChange(() => question && close(false));
  const sendFrom = (isHere: () => boolean): Send => {
    const send: Send = async (call) => {
      try {
        return await call();
      } catch (cause) {
        const asked = questionOf(cause);
        if (!asked || !isHere()) throw cause;
        setQuestion(asked);
        const isConfirmed = await new Promise<boolean>((resolve) => waitingRef.current.push(resolve));
        if (!isConfirmed) throw cause;
        return send(call);
      }
    };
    return send;
  };
  const Form = question && forms[question];
  return (
    <IdentityContext value={{ sendFrom, signIn: () => setQuestion('signIn') }}>
      {children}
      <Dialog
        isOpen={Form !== undefined}
        onClose={() => close(false)}
        label={question ? t(`${question}.heading`) : ''}
        className="confirm-dialog desk-dialog"
      >
        {Form && <Form onConfirmed={() => close(true)} onCancel={() => close(false)} />}
      </Dialog>
    </IdentityContext>
  );
};
