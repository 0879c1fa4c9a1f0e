import '#contract/zod-config.ts';
import { nanoid } from '@reduxjs/toolkit';
import * as z from 'zod/mini';
import type { CartLine } from '#contract/cart-line.ts';
import { identityOfCartLine, keyOfLine, type LineDelta, lineDelta, savedBatch, savedLine } from '#contract/saved-lists.ts';
import { browserStorage, parseStored, storedKeys } from '#shared/browser-storage.ts';

/**
 * Whose lists this browser holds, what the server said last, and the batch that it has not answered yet. `entries` are the stored changes
 * that the batch contains. `unknown` are products that the shop does not have: their lines stay in this browser only, and say so.
 */
const listRecord = z.object({
  account: z.string(),
  base: z.array(savedLine),
  sent: z.nullable(z.extend(z.omit(savedBatch, { account: true }), { entries: z.array(z.string()) })),
  unknown: z.array(z.string()),
});

export type ListRecord = z.output<typeof listRecord>;

const recordStorage = browserStorage('localStorage', 'flone:lists');
const entryPrefix = 'flone:lists:';
const entryStorage = (id: string) => browserStorage('localStorage', `flone:lists:${id}`);

const storedDeltas = z.array(lineDelta);

/** Changes that could not be stored, in a full storage: they last as long as the page. */
const unstored = new Map<string, readonly LineDelta[]>();

/** Whether the lists of this browser are those of an account. */
export const hasListRecord = (): boolean => recordStorage.read() !== null;

/** Undefined without a record, or for one that cannot be read. */
export const readListRecord = (): ListRecord | undefined => parseStored(recordStorage.read(), listRecord);

/** Returns whether it was stored: without that, nothing may be sent, because it would be sent again and again. */
export const writeListRecord = (record: ListRecord): boolean => {
  const json = JSON.stringify(record);
  recordStorage.write(json);
  return recordStorage.read() === json;
};

/** Stores a change until it is sent: each under its own key, so that tabs never overwrite each other's. */
export const addUnsent = (deltas: readonly LineDelta[]): void => {
  const id = nanoid();
  const json = JSON.stringify(deltas);
  const stored = entryStorage(id);
  stored.write(json);
  if (stored.read() !== json) unstored.set(id, deltas);
};

/** The changes that are not in a batch yet, of all tabs. */
export const readUnsent = (
  record: ListRecord | undefined,
): { readonly entries: readonly string[]; readonly deltas: readonly LineDelta[] } => {
  const ids = [...storedKeys('localStorage', entryPrefix).map((key) => key.slice(entryPrefix.length)), ...unstored.keys()];
  const entries = ids.filter((id) => !record?.sent?.entries.includes(id));
  return { entries, deltas: entries.flatMap((id) => unstored.get(id) ?? parseStored(entryStorage(id).read(), storedDeltas) ?? []) };
};

export const removeEntries = (entries: readonly string[]): void => {
  for (const id of entries) {
    entryStorage(id).remove();
    unstored.delete(id);
  }
};

/** Forgets whose lists these are, and what was not sent. */
export const clearListStorage = (): void => {
  removeEntries(readUnsent(undefined).entries);
  recordStorage.remove();
};

/**
 * Which pieces of an account's cart are ordered with a line, as the server counts them: those of the line `key` up to the number `upTo`, and
 * `rest` that were not saved yet. Undefined for a line that the account does not have.
 */
export const savedPiecesOf = (line: CartLine): { readonly key: string; readonly upTo: number; readonly rest: number } | undefined => {
  const key = keyOfLine(identityOfCartLine(line));
  const seen = readListRecord()?.base.find((each) => keyOfLine(each) === key);
  if (!seen) return undefined;
  const upTo = Math.min(seen.added, seen.taken + line.quantity);
  return { key, upTo, rest: line.quantity - (upTo - seen.taken) };
};

/** Whether this browser has heard that these pieces have left the account's cart. */
export const arePiecesTaken = ({ key, upTo }: { readonly key: string; readonly upTo: number }): boolean => {
  const record = readListRecord();
  const seen = record?.base.find((each) => keyOfLine(each) === key);
  return record !== undefined && (seen === undefined || seen.taken >= upTo);
};
