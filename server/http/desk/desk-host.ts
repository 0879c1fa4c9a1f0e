import type { Context } from 'hono';
import type { Services } from '#server/http/services.ts';

/** Whether the desk is on, and answers at the host of this request: elsewhere its URLs are unknown ones. */
export const isDeskHost = (c: Context, { desk }: Pick<Services, 'desk'>): boolean =>
  desk !== undefined && (desk.host === undefined || new URL(c.req.url).hostname === desk.host);
