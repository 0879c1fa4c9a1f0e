import type { Hono } from 'hono';
import { endpoints } from '#contract/endpoints.ts';

/** A response with its parsed JSON body, without the id of the request, which differs between equal responses. */
export type Answer = { readonly status: number; readonly body: unknown; readonly headers: Headers };

/**
 * A browser in front of the server app: stores cookies, sends the CSRF token and has a client address. Tests may change `cookies`.
 * `send` makes a call with a JSON body, or with a string as the body.
 */
export const aBrowser = (app: Hono, from = '192.0.2.1') => {
  const cookies = new Map<string, string>();
  const send = async (
    { method, path }: { readonly method: string; readonly path: string },
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const response = await app.request(
      path,
      {
        method,
        headers: {
          ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
          ...(cookies.has('XSRF-TOKEN') && { 'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '' }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      },
      { incoming: { socket: { remoteAddress: from } } },
    );
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /max-age=0(;|$)/i.test(cookie)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text, (key, value) => (key === 'requestId' ? undefined : value)),
      headers: response.headers,
    };
  };
  /** Makes the profile call, as a page load does, which sets the CSRF cookie. */
  const open = () => send(endpoints.profile);
  return { cookies, send, open };
};
