import { type BaseQueryFn, retry } from '@reduxjs/toolkit/query';
import { createApi } from '@reduxjs/toolkit/query/react';
import { endpointPath } from '#contract/endpoints.ts';
import { recover } from '#shared/recovery.ts';
import { type ApiError, asApiError, isTransient } from './api-error.ts';
import type { UnsafeCall } from './axios-client.ts';
import { getJson } from './get-json.ts';
import { type AnswerSchema, resolveSchema } from './schema.ts';

/** The result of an endpoint's `query`: an endpoint of the contract, the values of its path, what to send, and the answer's schema. */
type ApiCall = Pick<UnsafeCall, 'data' | 'headers' | 'onProgress'> & {
  readonly endpoint: { readonly method: string; readonly path: string };
  readonly params?: Readonly<Record<string, string>>;
  readonly schema: AnswerSchema<unknown>;
};

// Loaded with the first unsafe call: most visitors make none.
const loadClient = () => import('./axios-client.ts');

/** Reads by `fetch`; unsafe calls by axios, which adds the CSRF header and reports upload progress. */
const baseQuery: BaseQueryFn<ApiCall, unknown, ApiError> = async ({ endpoint, params = {}, schema, ...request }, { signal }) => {
  const url = endpointPath(endpoint.path, params);
  if (endpoint.method === 'GET') return getJson(url, schema, { signal });
  try {
    const [{ sendUnsafe }, answerSchema] = await Promise.all([loadClient(), resolveSchema(schema)]);
    return await sendUnsafe({ ...request, method: endpoint.method, url, signal }, answerSchema);
  } catch (cause) {
    return { error: await recover(cause) };
  }
};

/**
 * The `extraOptions` of a read whose failure no shopper is told of, and so cannot retry: it is retried twice, and when the browser is online
 * again.
 */
export const retryOptions = {
  retryCondition: (error: unknown, _: unknown, { attempt }: { readonly attempt: number }) => attempt <= 2 && isTransient(asApiError(error)),
};

/** Calls `then` if the call succeeds; the caller handles a failure. */
export const onSuccess = <Data>(queryFulfilled: Promise<{ readonly data: Data }>, then: (data: Data) => void): Promise<void> =>
  queryFulfilled.then(
    ({ data }) => then(data),
    () => undefined,
  );

/** What both APIs share. Unused query data is cached for 60 seconds. */
export const apiDefaults = { baseQuery: retry(baseQuery, { maxRetries: 0 }), keepUnusedDataFor: 60, refetchOnReconnect: true } as const;

/**
 * The cache of all calls whose answers signing in or out does not change: catalogue, orders, refunds, messages. Features add their endpoints.
 * `accountApi` is the other cache, which is reset then.
 */
export const shopApi = createApi({ ...apiDefaults, reducerPath: 'shopApi', endpoints: () => ({}) });
