import type * as z from 'zod/mini';
import type { User } from '#contract/account.ts';
import type { userChanges } from '#contract/account-forms.ts';
import { useUpdateUserMutation } from './account-data-api.ts';

/** Changes the account; for `useSending`. */
export const useUpdate = (user: User) => {
  const [updateUser] = useUpdateUserMutation();
  return (changes: z.input<typeof userChanges>) => updateUser({ userId: user._id, changes }).unwrap();
};
