import { isIPv6 } from 'node:net';
import type { Context } from 'hono';
import * as z from 'zod';
import type { Services } from '#server/http/services.ts';

/** The part of the bindings of @hono/node-server that is used. */
const connection = z.object({ incoming: z.object({ socket: z.object({ remoteAddress: z.string() }) }) });

/** An IPv4 address, or the /64 network of an IPv6 address: one household has a whole /64 to choose addresses from. */
const networkOf = (address: string): string => {
  const unmapped = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(unmapped)) return unmapped;
  const [head = '', tail] = unmapped.toLowerCase().split('%')[0]?.split('::') ?? [];
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = tail === undefined ? first : [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
};

/**
 * The client's network, as the key of rate limits. Each trusted proxy appends the address that it saw to X-Forwarded-For, so the entry
 * `trustedProxies` from the end is the client; entries before it may be forged.
 */
export const clientAddress = (c: Context, { trustedProxies }: Pick<Services, 'trustedProxies'>): string => {
  const bindings = connection.safeParse(c.env);
  const socket = bindings.success ? bindings.data.incoming.socket.remoteAddress : 'unknown';
  if (trustedProxies === 0) return networkOf(socket);
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim());
  return networkOf(forwarded.at(-trustedProxies) || socket);
};
