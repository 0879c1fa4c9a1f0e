import { env } from '#shared/env.ts';
import type { ApiError } from './api-error.ts';
import { refusal } from './refusal.ts';
import type { Schema } from './schema.ts';

/** An answer with the tag of its version, where the API gave one; or why there is none. */
export type Answered<Answer> = { readonly data: Answer; readonly tag: string | null } | { readonly error: ApiError };

const parseJson = async (answer: Response): Promise<unknown> => answer.json().catch(() => undefined);

/**
 * The catalogue's own call: the browser's fetch, because axios would be a seventh of the first download.
 * The same rules as the one client's: the session cookie goes along, no time-out, success is 200-299.
 * 'unchanged' when the answer would be the one whose tag is known; it is then not read.
 */
export const getJson = async <Answer>(
  path: string,
  schema: Schema<Answer>,
  knownTag: string | null = null,
): Promise<Answered<Answer> | 'unchanged'> => {
  try {
    const response = await fetch(`${env.VITE_API_HOST}${path}`, { credentials: 'include', headers: { accept: 'application/json' } });
    const tag = response.headers.get('etag');
    if (response.ok && tag !== null && tag === knownTag) return 'unchanged';
    const body = await parseJson(response);
    if (!response.ok) return { error: refusal(response.status, body) };
    const answer = schema.safeParse(body);
    return answer.success ? { data: answer.data, tag } : { error: { status: 'unreadable' } };
  } catch {
    return { error: { status: 'network' } };
  }
};
