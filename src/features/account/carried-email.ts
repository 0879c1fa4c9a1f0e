import { useEffect, useEffectEvent } from 'react';

/** The email address that another screen passed in the history state; never in a URL, which ends up in logs. */
export const carriedEmail = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string' ? state.email : undefined;

/** Fills in the passed email address after hydration: the server does not know the history state. */
export const useCarriedEmail = (state: unknown, setValues: (values: { readonly email: string }) => void): void => {
  const email = carriedEmail(state);
  const fill = useEffectEvent((carried: string) => setValues({ email: carried }));
  useEffect(() => {
    if (email) fill(email);
  }, [email]);
};
