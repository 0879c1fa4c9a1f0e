import axios, { AxiosError } from 'axios';
import { endpoints } from '#contract/endpoints.ts';
import { env } from '#shared/env.ts';
import type { ApiError } from './api-error.ts';
import { refusal } from './refusal.ts';
import type { Schema } from './schema.ts';

/** One client for every call of the two caches: the session cookie goes along, no time-out, the CSRF cookie and header by name. */
const client = axios.create({
  baseURL: env.VITE_API_HOST,
  adapter: 'xhr',
  withCredentials: true,
  withXSRFToken: true,
  xsrfCookieName: 'XSRF-TOKEN',
  xsrfHeaderName: 'X-XSRF-TOKEN',
  timeout: 0,
  responseType: 'text',
  transformResponse: (body) => body,
});

/** What to ask the API for: a path of the contract, and what to send. */
export type ApiCall = {
  readonly method: string;
  readonly url: string;
  readonly data?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Hears how much of a large call has been sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
};

const parseJson = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
};

type Outcome<Answer> = { data: Answer } | { error: ApiError };

const callOnce = async <Answer>({ onProgress, ...call }: ApiCall, schema: Schema<Answer>): Promise<Outcome<Answer>> => {
  try {
    const { data } = await client.request({
      ...call,
      ...(onProgress && { onUploadProgress: ({ progress = 0 }) => onProgress(progress) }),
    });
    const answer = schema.safeParse(parseJson(data));
    return answer.success ? { data: answer.data } : { error: { status: 'unreadable' } };
  } catch (cause) {
    if (cause instanceof AxiosError && cause.response) {
      const { status, data, headers } = cause.response;
      return { error: refusal(status, parseJson(data), headers['retry-after']) };
    }
    return { error: { status: 'network' } };
  }
};

/** A call that the API could not check as coming from the shop: its token was not there yet, or has gone. */
const lacksToken = <Answer>(outcome: Outcome<Answer>, { method }: ApiCall): boolean =>
  method !== 'GET' && 'error' in outcome && outcome.error.status === 403 && outcome.error.code === undefined;

/**
 * Makes a call and checks the answer against its schema. Never throws: an outcome is data or an `ApiError`. The token that unsafe
 * calls need comes with the profile; without it the profile is asked for and the call is made once more.
 */
export const callApi = async <Answer>(call: ApiCall, schema: Schema<Answer>): Promise<Outcome<Answer>> => {
  const outcome = await callOnce(call, schema);
  if (!lacksToken(outcome, call)) return outcome;
  const { method, path: url } = endpoints.profile;
  const hasToken = await client.request({ method, url }).then(
    () => true,
    () => false,
  );
  return hasToken ? callOnce(call, schema) : outcome;
};
