import type { TFunction } from 'i18next';

/**
 * Why a call failed: an HTTP status outside 200-299, no answer ('network'), an answer that does not match its schema ('unreadable'), or a
 * script or text of this page that the server no longer has ('updated', see `recovery.ts`).
 * `message` and `errors` (by field) are the server's own texts, `code` is for the client, `orderId` is the order that the error is about,
 * `retryAfterSeconds` comes from the header Retry-After.
 */
export type ApiError = {
  readonly status: number | 'network' | 'unreadable' | 'updated';
  readonly message?: string;
  readonly errors?: Readonly<Record<string, string>>;
  readonly code?: string;
  readonly orderId?: string;
  readonly retryAfterSeconds?: number;
};

/** No answer: the server cannot be reached, or the code that calls it could not be loaded. */
export const networkError: ApiError = { status: 'network' };

/** Refused for the moment, without an answer, or with one that only a fault in between can have made: the same call may succeed later. */
export const isTransient = ({ status }: ApiError): boolean =>
  typeof status !== 'number' || status >= 500 || status === 408 || status === 429;

const isApiError = (cause: unknown): cause is ApiError => typeof cause === 'object' && cause !== null && 'status' in cause;

/** The error of an RTK Query hook or of `unwrap`. Anything but an `ApiError`, which only a bug can cause, counts as a network error. */
export const asApiError = (cause: unknown): ApiError => (isApiError(cause) ? cause : networkError);

/** The message for a failed call: the server's, or else a translated one. */
export const failureText = (t: TFunction<'common'>, error: ApiError): string => {
  if (error.message) return error.message;
  return typeof error.status === 'number' ? t('failure.unreadable') : t(`failure.${error.status}`);
};
