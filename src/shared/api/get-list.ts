import { env } from '#shared/env.ts';
import { type ApiError, refusal } from './api-error.ts';
import type { Schema } from './schema.ts';

const parseJson = async (answer: Response): Promise<unknown> => answer.json().catch(() => undefined);

/**
 * The first view's own call: the browser's fetch, because axios would be a seventh of the first download.
 * The same rules as the one client's (spec 7): the session cookie goes along, no time-out, success is 200-299.
 */
export const getList = async <Answer>(path: string, schema: Schema<Answer>): Promise<{ data: Answer } | { error: ApiError }> => {
  try {
    const response = await fetch(`${env.VITE_API_HOST}${path}`, { credentials: 'include', headers: { accept: 'application/json' } });
    const body = await parseJson(response);
    if (!response.ok) return { error: refusal(response.status, body) };
    const answer = schema.safeParse(body);
    return answer.success ? { data: answer.data } : { error: { status: 'unreadable' } };
  } catch {
    return { error: { status: 'network' } };
  }
};
