import '#contract/zod-config.ts';
import * as z from 'zod/mini';
import type { EnquiryKind } from '#contract/messages.ts';
import { browserStorage, parseStored } from '#shared/browser-storage.ts';

const draft = z.record(z.string(), z.string());

/**
 * What was typed into one of the forms, by field, kept in this tab so that neither a reload nor another page loses it, and forgotten once
 * it is sent.
 */
export const messageDraft = (of: 'contact' | EnquiryKind) => {
  const store = browserStorage('sessionStorage', `flone:message:${of}`);
  return {
    read: (): Readonly<Record<string, string>> => parseStored(store.read(), draft) ?? {},
    keep: (typed: Readonly<Record<string, string>>): void => store.write(JSON.stringify(typed)),
    forget: store.remove,
  };
};
