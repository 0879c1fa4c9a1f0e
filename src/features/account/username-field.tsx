import type { User } from '#contract/account.ts';

/** Hidden: password managers need the user name of a password. */
export const UsernameField = ({ user }: { readonly user: User }) => (
  <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
);
