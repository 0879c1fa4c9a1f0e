import { env } from '#shared/env.ts';
import { recover } from '#shared/recovery.ts';
import { networkError } from './api-error.ts';
import type { ApiResult, HttpAnswer } from './read-answer.ts';
import { type AnswerSchema, resolveSchema } from './schema.ts';

type Options = { readonly signal?: AbortSignal | undefined };

const get = async (path: string, { signal }: Options = {}) => {
  const response = await fetch(`${env.VITE_API_HOST}${path}`, {
    credentials: 'include',
    headers: { accept: 'application/json' },
    ...(signal && { signal }),
  });
  return { response, status: response.status, retryAfter: response.headers.get('retry-after'), etag: response.headers.get('etag') };
};

/** The reader of an answer, loaded while the answer is on its way. */
const loadReader = async <Answer>(schema: AnswerSchema<Answer>): Promise<(answer: HttpAnswer) => ApiResult<Answer>> => {
  try {
    const [{ readAnswer }, answerSchema] = await Promise.all([import('./read-answer.ts'), resolveSchema(schema)]);
    return (answer) => readAnswer(answer, answerSchema);
  } catch (cause) {
    const error = await recover(cause);
    return () => ({ error });
  }
};

/**
 * Reads from the API: by the browser's `fetch`, because axios would be a seventh of the first download. `path` includes the query.
 * Sends the session cookie; has no timeout; never throws.
 */
export const getJson = async <Answer>(path: string, schema: AnswerSchema<Answer>, options?: Options): Promise<ApiResult<Answer>> => {
  try {
    const [{ response, ...answer }, read] = await Promise.all([get(path, options), loadReader(schema)]);
    return read({ ...answer, text: await response.text() });
  } catch {
    return { error: networkError };
  }
};

/** An answer with its ETag, if the API sent one. */
export type TaggedResult<Answer> = { readonly data: Answer; readonly etag: string | null } | Exclude<ApiResult<Answer>, { data: Answer }>;

/** `getJson` with the answer's ETag; 'unchanged', without reading the body, if that is still `knownEtag`. */
export const getTaggedJson = async <Answer>(
  path: string,
  schema: AnswerSchema<Answer>,
  knownEtag: string | null,
  options?: Options,
): Promise<TaggedResult<Answer> | 'unchanged'> => {
  try {
    const [{ response, etag, ...answer }, read] = await Promise.all([get(path, options), loadReader(schema)]);
    if (response.ok && etag !== null && etag === knownEtag) {
      // Not awaited: where the stream was copied, it is cancelled when both copies are.
      response.body?.cancel().catch(() => undefined);
      return 'unchanged';
    }
    const result = read({ ...answer, text: await response.text() });
    return 'error' in result ? result : { ...result, etag };
  } catch {
    return { error: networkError };
  }
};
