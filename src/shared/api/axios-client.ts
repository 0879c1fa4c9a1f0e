import axios from 'axios';
import { endpoints } from '#contract/endpoints.ts';
import { env } from '#shared/env.ts';
import { networkError } from './api-error.ts';
import { getJson } from './get-json.ts';
import { type ApiResult, readAnswer } from './read-answer.ts';
import type { Schema } from './schema.ts';

const xsrfCookieName = 'XSRF-TOKEN';

/** Sends the session cookie and the CSRF header; has no timeout. Every status resolves: `readAnswer` makes errors of failures. */
const client = axios.create({
  baseURL: env.VITE_API_HOST,
  adapter: 'xhr',
  withCredentials: true,
  withXSRFToken: true,
  xsrfCookieName,
  xsrfHeaderName: 'X-XSRF-TOKEN',
  timeout: 0,
  responseType: 'text',
  transformResponse: (body) => body,
  validateStatus: () => true,
});

/** A call that changes something on the server. */
export type UnsafeCall = {
  readonly method: string;
  readonly url: string;
  readonly data?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Called with the upload progress, from 0 to 1. */
  readonly onProgress?: (progress: number) => void;
};

const sendOnce = async <Answer>({ onProgress, ...call }: UnsafeCall, schema: Schema<Answer>): Promise<ApiResult<Answer>> => {
  try {
    const { status, data, headers } = await client.request({
      ...call,
      ...(onProgress && { onUploadProgress: ({ progress = 0 }) => onProgress(progress) }),
    });
    return readAnswer({ status, text: String(data), retryAfter: headers['retry-after'] }, schema);
  } catch {
    return { error: networkError };
  }
};

/** Has the browser a CSRF token? It comes with the profile, which the page may not have received yet. */
const hasToken = (): boolean => document.cookie.split('; ').some((cookie) => cookie.startsWith(`${xsrfCookieName}=`));

/** The API answers 403 without a `code` if the CSRF token is not the cookie's. */
const wasTokenRefused = (result: ApiResult<unknown>): boolean =>
  'error' in result && result.error.status === 403 && result.error.code === undefined;

const anySchema: Schema<unknown> = { safeParse: (data) => ({ success: true, data }) };

/**
 * Makes an unsafe call and checks its answer against `schema`. Never throws. Without a CSRF cookie, the profile, which sets it, is fetched
 * first. A refused token is sent once more: another tab that signed in may have replaced the cookie in between.
 */
export const sendUnsafe = async <Answer>(call: UnsafeCall, schema: Schema<Answer>): Promise<ApiResult<Answer>> => {
  if (!hasToken()) {
    const profile = await getJson(endpoints.profile.path, anySchema, { signal: call.signal });
    if ('error' in profile) return profile;
  }
  const result = await sendOnce(call, schema);
  return wasTokenRefused(result) ? sendOnce(call, schema) : result;
};
