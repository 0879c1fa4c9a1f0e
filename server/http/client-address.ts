import { isIPv6 } from 'node:net';
import type { Context } from 'hono';
import * as z from 'zod';
import type { Services } from '#server/http/services.ts';

/** What Node's adapter hands on of the connection. */
const connection = z.object({ incoming: z.object({ socket: z.object({ remoteAddress: z.string() }) }) });

/** One house has one IPv4 address but a whole /64 of the new ones, and may use each for a call. */
const networkOf = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('%')[0]?.split('::') ?? [];
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = tail === undefined ? first : [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
};

/**
 * Where a call comes from, for limits. What a proxy says in X-Forwarded-For counts only when `trustedProxies` of them are ours: each
 * adds the address it saw, so the last but so many is the caller; whatever stands before it, the caller may have made up.
 */
export const clientAddress = (c: Context, { trustedProxies }: Pick<Services, 'trustedProxies'>): string => {
  const read = connection.safeParse(c.env);
  const socket = read.success ? read.data.incoming.socket.remoteAddress : 'unknown';
  if (trustedProxies === 0) return networkOf(socket);
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim());
  return networkOf(forwarded.at(-trustedProxies) || socket);
};
