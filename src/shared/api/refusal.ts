import { failureBody } from '#contract/failure.ts';
import type { ApiError } from './api-error.ts';

/** The error for an answer outside 200-299 (spec 7). */
export const refusal = (status: number, body: unknown): ApiError => {
  const read = failureBody.safeParse(body);
  return read.success && read.data.message.trim() !== '' ? { status, message: read.data.message } : { status };
};
