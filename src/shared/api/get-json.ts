import { env } from '#shared/env.ts';
import { networkError } from './api-error.ts';
import { type ApiResult, readAnswer } from './read-answer.ts';
import type { Schema } from './schema.ts';

type Options = { readonly signal?: AbortSignal | undefined };

const get = async (path: string, { signal }: Options = {}) => {
  const response = await fetch(`${env.VITE_API_HOST}${path}`, {
    credentials: 'include',
    headers: { accept: 'application/json' },
    ...(signal && { signal }),
  });
  return { response, status: response.status, retryAfter: response.headers.get('retry-after'), etag: response.headers.get('etag') };
};

/**
 * Reads from the API: by the browser's `fetch`, because axios would be a seventh of the first download. `path` includes the query.
 * Sends the session cookie; has no timeout; never throws.
 */
export const getJson = async <Answer>(path: string, schema: Schema<Answer>, options?: Options): Promise<ApiResult<Answer>> => {
  try {
    const { response, ...answer } = await get(path, options);
    return readAnswer({ ...answer, text: await response.text() }, schema);
  } catch {
    return { error: networkError };
  }
};

/** An answer with its ETag and the header X-Catalogue-Cursor, if the API sent them. */
export type TaggedResult<Answer> =
  | { readonly data: Answer; readonly etag: string | null; readonly cursor: string | null }
  | Exclude<ApiResult<Answer>, { data: Answer }>;

/** `getJson` with the answer's headers; 'unchanged', without reading the body, if that is still `knownEtag`. */
export const getTaggedJson = async <Answer>(
  path: string,
  schema: Schema<Answer>,
  knownEtag: string | null,
): Promise<TaggedResult<Answer> | 'unchanged'> => {
  try {
    const { response, etag, ...answer } = await get(path);
    if (response.ok && etag !== null && etag === knownEtag) {
      await response.body?.cancel();
      return 'unchanged';
    }
    const result = readAnswer({ ...answer, text: await response.text() }, schema);
    return 'error' in result ? result : { ...result, etag, cursor: response.headers.get('x-catalogue-cursor') };
  } catch {
    return { error: networkError };
  }
};
