import { failureBody } from '#contract/failure.ts';
import { parseJson } from '#shared/browser-storage.ts';
import type { ApiError } from './api-error.ts';
import type { Schema } from './schema.ts';

/** The validated answer of a call, or its error. */
export type ApiResult<Answer> = { readonly data: Answer } | { readonly error: ApiError };

/** An HTTP answer of `fetch` or axios. `retryAfter` is the header of that name, in seconds. */
export type HttpAnswer = { readonly status: number; readonly text: string; readonly retryAfter?: unknown };

const toApiError = (status: number, body: unknown, retryAfter: unknown): ApiError => {
  const seconds = Number(retryAfter ?? Number.NaN);
  const wait = Number.isFinite(seconds) && seconds > 0 ? { retryAfterSeconds: Math.ceil(seconds) } : {};
  const parsed = failureBody.safeParse(body);
  if (!parsed.success) return { status, ...wait };
  const { message, errors, code, orderId } = parsed.data;
  return {
    status,
    ...(message.trim() !== '' && { message }),
    ...(errors && { errors }),
    ...(code !== undefined && { code }),
    ...(orderId !== undefined && { orderId }),
    ...wait,
  };
};

/** Checks an answer against its schema; success is a status of 200-299. Never throws. */
export const readAnswer = <Answer>({ status, text, retryAfter }: HttpAnswer, schema: Schema<Answer>): ApiResult<Answer> => {
  const body = parseJson(text);
  if (status < 200 || status > 299) return { error: toApiError(status, body, retryAfter) };
  const parsed = schema.safeParse(body);
  return parsed.success ? { data: parsed.data } : { error: { status: 'unreadable' } };
};
