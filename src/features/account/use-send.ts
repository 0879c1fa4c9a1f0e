import type { ErrorTarget } from '#shared/ui/use-form.ts';
import { useSending } from '#shared/ui/use-sending.ts';
import { useFailureSentence } from './use-sentences.ts';

/** `useSending` for the account's forms, which say why a call failed in words of their own. */
export const useSend = (form: ErrorTarget) => useSending(form, useFailureSentence());
