import type { EnquiryKind } from '#contract/messages.ts';
import { browserStorage } from '#shared/browser-storage.ts';

/** The text fields of a message form, stored for this tab until the message is sent or its account signs out. */
export const messageDraft = (kind: 'contact' | EnquiryKind) => browserStorage('sessionStorage', `flone:message:${kind}`);
