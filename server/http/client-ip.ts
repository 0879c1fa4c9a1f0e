import { isIPv6 } from 'node:net';
import type { Context } from 'hono';
import * as z from 'zod';
import type { Services } from '#server/http/services.ts';

/** The part of the bindings of @hono/node-server that is used. */
const connection = z.object({ incoming: z.object({ socket: z.object({ remoteAddress: z.string() }) }) });

/** An IPv4 address, or the /64, /56 and /48 networks of an IPv6 address: households choose addresses from a /64 or /56, companies from a /48. */
const networksOf = (address: string): string[] => {
  const unmapped = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(unmapped)) return [unmapped];
  const [head = '', tail] = unmapped.split('%')[0]?.split('::') ?? [];
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = tail === undefined ? first : [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last];
  const prefix = BigInt(
    `0x${groups
      .slice(0, 4)
      .map((group) => group.padStart(4, '0'))
      .join('')}`,
  );
  return [64n, 56n, 48n].map((bits) => `${prefix >> (64n - bits)}/${bits}`);
};

/**
 * The key of a client in limits: a keyed hash of its IPv4 address, or of its three IPv6 networks, narrowest first, separated by spaces. Nothing else
 * sees the IP address. Each trusted proxy appends the IP address that it saw to X-Forwarded-For, so the entry `trustedProxies` from the end is the
 * client; entries before it may be forged.
 */
export const clientIp = (c: Context, { trustedProxies, secretBox }: Pick<Services, 'trustedProxies' | 'secretBox'>): string => {
  const bindings = connection.safeParse(c.env);
  const socket = bindings.success ? bindings.data.incoming.socket.remoteAddress : 'unknown';
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim());
  const address = trustedProxies === 0 ? socket : forwarded.at(-trustedProxies) || socket;
  return networksOf(address).map(secretBox.hash).join(' ');
};
