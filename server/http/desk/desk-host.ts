import type { Context } from 'hono';
import type { Services } from '#server/http/services.ts';

/** Whether the desk is on and has this request's host. Otherwise its URLs are unknown. */
export const isDeskHost = (c: Context, { desk }: Pick<Services, 'desk'>): boolean =>
  desk !== undefined && (desk.host === undefined || new URL(c.req.url).hostname === desk.host);
