import { failureBody } from '#contract/failure.ts';
import type { ApiError } from './api-error.ts';

/** The error for an answer outside 200-299; `retryAfter` is the header of that name, read in seconds. */
export const refusal = (status: number, body: unknown, retryAfter?: unknown): ApiError => {
  const seconds = Number(retryAfter ?? Number.NaN);
  const wait = Number.isFinite(seconds) && seconds > 0 ? { wait: Math.ceil(seconds) } : {};
  const read = failureBody.safeParse(body);
  if (!read.success) return { status, ...wait };
  const { message, errors, code, orderId } = read.data;
  return {
    status,
    ...(message.trim() !== '' && { message }),
    ...(errors && { errors }),
    ...(code !== undefined && { code }),
    ...(orderId !== undefined && { orderId }),
    ...wait,
  };
};
