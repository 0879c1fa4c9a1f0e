import { endpoints } from '#contract/endpoints.ts';
import { contactForm, type EnquiryKind, enquiryForm, type MessageReceipt, messageReceipt } from '#contract/messages.ts';
import type { ApiError } from '#shared/api/api-error.ts';
import { callApi } from '#shared/api/client.ts';

/** What was typed, by field; what a form does not ask for is left out. */
type Typed = Readonly<Record<string, string>>;

/** What came of a message. */
export type Sent = { readonly data: MessageReceipt } | { readonly error: ApiError };

type Form = typeof contactForm | typeof enquiryForm;

const post = ({ method, path: url }: { readonly method: string; readonly path: string }, form: Form, typed: Typed): Promise<Sent> => {
  const read = form.safeParse(typed);
  return callApi({ method, url, data: read.success ? read.data : typed }, messageReceipt);
};

/** POST /client/contact. */
export const sendContact = (typed: Typed): Promise<Sent> => post(endpoints.contact, contactForm, typed);

/** POST /client/enquiry. */
export const sendEnquiry = (kind: EnquiryKind, typed: Typed): Promise<Sent> => post(endpoints.enquiry, enquiryForm, { ...typed, kind });
