import { useState } from 'react';
import { passwordErrorCodes } from '#contract/account-forms.ts';
import { asApiError } from '#shared/api/api-error.ts';

/**
 * Verifying an e-mail address needs the password of the registration, except in the browser that registered: the server asks for it. `isAsked`
 * says whether it did; `passwordOf` gives the password to send, `undefined` before that.
 */
export const usePasswordQuestion = () => {
  const [isAsked, setIsAsked] = useState(false);
  return {
    isAsked,
    passwordOf: ({ password }: { readonly password: string }): string | undefined => (isAsked ? password : undefined),
    /** Awaits a verification; resolves with true if it asks for the password, for which `form` needs a field then. */
    isAskedBy: async (
      call: PromiseLike<{ readonly error?: unknown }>,
      form: { readonly pauseValidation: () => void },
    ): Promise<boolean> => {
      const { error } = await call;
      const isNeeded = error !== undefined && asApiError(error).code === passwordErrorCodes.needed;
      if (isNeeded) {
        setIsAsked(true);
        form.pauseValidation();
      }
      return isNeeded;
    },
  };
};
