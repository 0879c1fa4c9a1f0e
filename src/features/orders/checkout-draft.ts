import '#contract/zod-config.ts';
import * as z from 'zod/mini';
import { browserStorage, parseStored } from '#shared/browser-storage.ts';

const store = browserStorage('sessionStorage', 'flone:checkout');
const draft = z.record(z.string(), z.string());

/** What was typed into the checkout, by field, kept in this tab so that it survives a reload; never anything of a card. */
export const readDraft = (): Readonly<Record<string, string>> => parseStored(store.read(), draft) ?? {};

export const keepDraft = (typed: Readonly<Record<string, string>>): void => store.write(JSON.stringify(typed));

/** The order is paid: the next one starts afresh. */
export const forgetDraft = (): void => store.remove();
