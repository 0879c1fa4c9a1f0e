import { failureBody } from '#contract/failure.ts';

/**
 * Why a call gave nothing: an HTTP status, no answer at all ('network'), or an answer that is not what was agreed
 * ('unreadable'). `message` is the server's own sentence where it sent one.
 */
export type ApiError = { readonly status: number | 'network' | 'unreadable'; readonly message?: string };

/** The error for an answer outside 200-299 (spec 7). */
export const refusal = (status: number, body: unknown): ApiError => {
  const read = failureBody.safeParse(body);
  return read.success && read.data.message.trim() !== '' ? { status, message: read.data.message } : { status };
};
