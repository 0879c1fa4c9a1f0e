import { useEffect, useRef } from 'react';

/** The e-mail address that another screen of the shop handed on in the history's state; never in an address, which others may see. */
export const carriedEmail = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string' ? state.email : undefined;

/** Fills in the address that another screen handed on, once the first view stands: that knew nothing of it. */
export const useCarriedEmail = (state: unknown, fill: (values: { readonly email: string }) => void): void => {
  const email = carriedEmail(state);
  const hear = useRef(fill);
  useEffect(() => {
    if (email) hear.current({ email });
  }, [email]);
};
