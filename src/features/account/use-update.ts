import type * as z from 'zod/mini';
import type { User } from '#contract/account.ts';
import type { userChanges } from '#contract/account-forms.ts';
import type { ErrorTarget } from '#shared/ui/use-form.ts';
import { updateUser } from './account-calls.ts';
import { useSession } from './session.ts';
import { useSend } from './use-send.ts';

/** Sends a form's changes of the account; header, prices and the other tabs follow. Where the session is over, the shop notices. */
export const useUpdate = (user: User, form: ErrorTarget) => {
  const { update: know, check } = useSession();
  const { send, forget, message } = useSend(form);
  const update = async (changes: z.input<typeof userChanges>, done: () => void = () => undefined): Promise<void> => {
    const call = updateUser(user._id, changes);
    await send(call, (answer) => {
      know(answer.user);
      done();
    });
    const outcome = await call;
    if ('error' in outcome && outcome.error.status === 401) await check();
  };
  return { update, forget, message };
};
