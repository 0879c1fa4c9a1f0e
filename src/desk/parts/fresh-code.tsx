import { createContext, type ReactNode, useContext, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { codeConfirmation } from '#contract/desk/staff.ts';
import { callTo, useSend } from '#desk/desk-api.ts';
import { OneTimeCodeField } from '#features/account/account-fields.tsx';
import { AccountForm, useAccountForm } from '#features/account/account-form.tsx';
import { asApiError } from '#shared/api/api-error.ts';
import { useIsHere } from '#shared/hooks/use-navigate-while-here.ts';
import { usePathChange } from '#shared/hooks/use-path-change.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { SubmitButton } from '#shared/ui/form-summary.tsx';

type Send = <Answer>(call: () => Promise<Answer>) => Promise<Answer>;

const FreshCode = createContext<(isHere: () => boolean) => Send>(() => (call) => call());

/**
 * Makes a call; where the server wants a fresh code of the second factor, a dialog over the page asks for it, and the call is made again.
 * Rejects with the call's error, also where the dialog is closed without a code, and on another page, where nobody is asked.
 */
export const useFreshCode = (): Send => useContext(FreshCode)(useIsHere());

const CodeForm = ({ onConfirmed }: { readonly onConfirmed: () => void }) => {
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
      <SubmitButton isBusy={form.isBusy}>{t('code.confirm')}</SubmitButton>
    </AccountForm>
  );
};

/** Around the pages of the desk: the dialog that asks for a fresh code. */
export const FreshCodeProvider = ({ children }: { readonly children: ReactNode }) => {
  const { t } = useTranslation('desk');
  const [isOpen, setIsOpen] = useState(false);
  /** The calls that wait for the code. */
  const waitingRef = useRef<((isConfirmed: boolean) => void)[]>([]);
  const close = (isConfirmed: boolean) => {
    setIsOpen(false);
    for (const settle of waitingRef.current.splice(0)) settle(isConfirmed);
  };
  usePathChange(() => isOpen && close(false));
  const sendFrom =
    (isHere: () => boolean): Send =>
    async (call) => {
      try {
        return await call();
      } catch (cause) {
        if (asApiError(cause).code !== 'freshCode' || !isHere()) throw cause;
        setIsOpen(true);
        const isConfirmed = await new Promise<boolean>((resolve) => waitingRef.current.push(resolve));
        if (!isConfirmed) throw cause;
        return call();
      }
    };
  return (
    <FreshCode value={sendFrom}>
      {children}
      <Dialog isOpen={isOpen} onClose={() => close(false)} label={t('code.heading')} className="desk-dialog">
        <CodeForm onConfirmed={() => close(true)} />
      </Dialog>
    </FreshCode>
  );
};
