import { useState } from 'react';
import { passwordFaults } from '#contract/account-forms.ts';
import type { verifyEmail } from '#features/account/account-calls.ts';

type Verification = ReturnType<typeof verifyEmail>;

/**
 * Whether the server has asked for the password: it does in any other browser than the one that registered. `passwordOf` gives what to send,
 * which is nothing before.
 */
export const usePasswordQuestion = () => {
  const [isAsked, setIsAsked] = useState(false);
  return {
    isAsked,
    passwordOf: ({ password }: { readonly password: string }): string | undefined => (isAsked ? password : undefined),
    /** Waits for an answer; true when it asks for the password, which `form` has to hold then. */
    isAskedBy: async (call: Verification, form: { readonly pauseValidation: () => void }): Promise<boolean> => {
      const answer = await call;
      const isNeeded = 'error' in answer && answer.error.code === passwordFaults.needed;
      if (isNeeded) {
        setIsAsked(true);
        form.pauseValidation();
      }
      return isNeeded;
    },
  };
};
