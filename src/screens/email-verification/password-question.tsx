import { type ComponentProps, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passwordErrorCodes } from '#contract/account-forms.ts';
import { PasswordField } from '#features/account/account-fields.tsx';
import { asApiError } from '#shared/api/api-error.ts';

/**
 * Verifying an email address needs the password of the registration, except in the browser that registered. `isPasswordNeeded`: the server
 * has asked for it; `passwordOf` returns the password to send, `undefined` before that.
 */
export const usePasswordQuestion = () => {
  const [isPasswordNeeded, setIsPasswordNeeded] = useState(false);
  return {
    isPasswordNeeded,
    passwordOf: ({ password }: { readonly password: string }): string | undefined => (isPasswordNeeded ? password : undefined),
    /** Awaits a verification; resolves with true if the server asks for the password; `form` then shows its field. */
    needsPassword: async (
      call: PromiseLike<{ readonly error?: unknown }>,
      form: { readonly pauseValidation: () => void },
    ): Promise<boolean> => {
      const { error } = await call;
      const isNeeded = error !== undefined && asApiError(error).code === passwordErrorCodes.needed;
      if (isNeeded) {
        setIsPasswordNeeded(true);
        form.pauseValidation();
      }
      return isNeeded;
    },
  };
};

/** The password chosen at registration. Takes the focus on mount, so that it is read out. */
export const RegisteredPassword = (field: Omit<ComponentProps<typeof PasswordField>, 'label' | 'hint' | 'isNew'>) => {
  const { t } = useTranslation('account');
  const { id } = field;
  useLayoutEffect(() => document.getElementById(id)?.focus(), [id]);
  return <PasswordField {...field} label={t('password')} hint={t('verify.passwordHint')} />;
};
