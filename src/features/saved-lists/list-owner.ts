import '#contract/zod-config.ts';
import * as z from 'zod/mini';
import { browserStorage, parseStored } from '#shared/browser-storage.ts';

/**
 * Whose lists this browser shows; nothing is stored for a guest's. `adding` is the id of the change that adds the guest's lists to the
 * account at sign-in, until the server has answered it: with the same id they are never added twice.
 */
const listOwner = z.object({ account: z.string(), adding: z.optional(z.string()) });

type ListOwner = z.output<typeof listOwner>;

const storage = browserStorage('localStorage', 'flone:lists');

/** Undefined for a guest's lists. What cannot be read belongs to nobody who could sign in. */
export const readListOwner = (): ListOwner | undefined => {
  const text = storage.read();
  return text === null ? undefined : (parseStored(text, listOwner) ?? { account: '' });
};

/** Returns whether it was stored: otherwise a guest's lists would be added to the account again and again. */
export const writeListOwner = (owner: ListOwner): boolean => {
  const json = JSON.stringify(owner);
  storage.write(json);
  return storage.read() === json;
};

export const removeListOwner = (): void => storage.remove();

/** Whether the cart of this browser is the one that the server has for the account. */
export const isCartOfAccount = (): boolean => {
  const owner = readListOwner();
  return owner !== undefined && owner.adding === undefined;
};

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

/** Resolves when the account has what was done to its lists, or that has failed, or takes too long. */
export const listsSaved = async (): Promise<void> => {
  if (saving) await Promise.race([saving, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
};
