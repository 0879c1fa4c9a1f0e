import '#contract/zod-config.ts';
import { nanoid } from '@reduxjs/toolkit';
import * as z from 'zod/mini';
import { type ListOperation, listOperation } from '#contract/saved-lists.ts';
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

type Change = z.output<typeof change>;

/** Changes of this tab that a full storage did not take: they are sent all the same, and lost only with the page. */
let unstoredChanges: readonly Change[] = [];

export const unstoredChange = (): Change | undefined => unstoredChanges[0];

export const holdUnstored = (added: Change): void => {
  unstoredChanges = [...unstoredChanges, added];
};

export const removeUnstored = (sentId: string): void => {
  unstoredChanges = unstoredChanges.filter(({ id }) => id !== sentId);
};

export const dropUnstored = (): void => {
  unstoredChanges = [];
};

/** Has these operations sent to the account whose lists are shown; a guest's have no account. */
export const queueOperations = (operations: readonly ListOperation[]): void => {
  const owner = readListOwner();
  if (!owner || operations.length === 0) return;
  if (!writeListOwner({ ...owner, waiting: [...owner.waiting, ...operations] }))
    holdUnstored({ id: nanoid(), operations: [...operations] });
};

/** Operations that the account does not have yet, oldest first. */
export const unsentOperations = (): readonly ListOperation[] => {
  const owner = readListOwner();
  return owner ? [...(owner.sending?.operations ?? []), ...owner.waiting, ...unstoredChanges.flatMap(({ operations }) => operations)] : [];
};

export const hasUnsent = (): boolean => unsentOperations().length > 0;

/** Whether the cart of this browser is the one that the server has for the account. */
export const isCartOfAccount = (): boolean => readListOwner() !== undefined && !hasUnsent();

/** How long an order or a sign-out waits for unsent operations at most. */
const maxWaitMs = 3000;

let sendLists: () => Promise<unknown> = async () => undefined;

/** `send` sends what waits, and resolves when that is done, or has failed. */
export const sendListsBy = (send: () => Promise<unknown>): void => {
  sendLists = send;
};

/** Resolves when all changes of the lists were sent, after a failure, or after `maxWaitMs`. */
export const listsSaved = async (): Promise<void> => {
  await Promise.race([sendLists(), new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
};
