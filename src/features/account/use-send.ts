import type { FieldErrors } from '#shared/ui/use-form.ts';
import { useSending } from '#shared/ui/use-sending.ts';
import { useFailureSentence } from './use-sentences.ts';

/** `useSending` for the account's forms, which say why a call failed in words of their own. */
export const useSend = (form: { readonly refuse: (byField?: FieldErrors) => FieldErrors }) => useSending(form, useFailureSentence());
