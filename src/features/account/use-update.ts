import type * as z from 'zod/mini';
import type { User } from '#contract/account.ts';
import type { userChanges } from '#contract/account-forms.ts';
import type { ErrorTarget } from '#shared/ui/use-form.ts';
import { useSending } from '#shared/ui/use-sending.ts';
import { useUpdateUserMutation } from './account-api.ts';
import { useFailureMessage } from './use-messages.ts';

/** `useSending` for changes of the account. */
export const useUpdate = (user: User, form: ErrorTarget) => {
  const [updateUser] = useUpdateUserMutation();
  const { send, clear, message } = useSending(form, useFailureMessage());
  const update = (changes: z.input<typeof userChanges>, onSuccess?: () => void) =>
    send(updateUser({ userId: user._id, changes }).unwrap(), onSuccess);
  return { update, clear, message };
};
