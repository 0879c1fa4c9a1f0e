import '#contract/zod-config.ts';
import * as z from 'zod/mini';
import { listOperation } from '#contract/saved-lists.ts';
import { parseStored, storedListOwner } from '#shared/browser-storage.ts';

const change = z.object({ id: z.string(), operations: z.array(listOperation) });

/**
 * The account whose lists this browser shows; nothing is stored for a guest's lists. `waiting`: changes of all tabs that were not sent yet.
 * `sending`: the call without an answer. A page that is closed meanwhile loses neither, and a call's id is never applied twice. `isAdding`: a guest's
 * lists that are being added to the account at sign-in; they stay in this browser until that has succeeded.
 */
const listOwner = z.object({
  account: z.string(),
  sending: z.optional(change),
  waiting: z._default(z.array(listOperation), []),
  isAdding: z.optional(z.boolean()),
});

export type ListOwner = z.output<typeof listOwner>;

/** Undefined for a guest's lists. If the stored value cannot be read, the owner is an account that nobody can sign in to. */
export const readListOwner = (): ListOwner | undefined => {
  const text = storedListOwner.read();
  return text === null ? undefined : (parseStored(text, listOwner) ?? { account: '', waiting: [] });
};

/** Returns whether it was stored: otherwise a guest's lists would be added to the account again and again. */
export const writeListOwner = (owner: ListOwner): boolean => {
  const { waiting, ...rest } = owner;
  const json = JSON.stringify(waiting.length > 0 ? { ...rest, waiting } : rest);
  storedListOwner.write(json);
  return storedListOwner.read() === json;
};

export const removeListOwner = (): void => storedListOwner.remove();

/** Whether something was done to the lists that the account does not have yet. */
export const hasUnsent = (): boolean => {
  const owner = readListOwner();
  return owner !== undefined && (owner.sending !== undefined || owner.waiting.length > 0);
};

/** Whether the cart of this browser is the one that the server has for the account. */
export const isCartOfAccount = (): boolean => readListOwner() !== undefined && !hasUnsent();

/** The longest that an order or signing out waits. */
const maxWaitMs = 3000;

let saving: Promise<unknown> | undefined;

/** Says that changes are on their way to the account. */
export const followSaving = (work: Promise<unknown>): void => {
  const current = work.finally(() => {
    if (saving === current) saving = undefined;
  });
  saving = current;
};

/** Resolves when all changes of the lists were sent, after a failure, or after `maxWaitMs`. */
export const listsSaved = async (): Promise<void> => {
  if (saving) await Promise.race([saving, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
};
