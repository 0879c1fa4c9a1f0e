import type { MiddlewareHandler } from 'hono';
import type { Services } from '#server/http/services.ts';

export const policyHeader = 'Content-Security-Policy';

/** SHA-256 hashes of a document's inline scripts and styles, as the policy writes them: `'sha256-…'`. */
export type InlineHashes = { readonly scripts: readonly string[]; readonly styles: readonly string[] };

const nothingInline: InlineHashes = { scripts: [], styles: [] };

export const mergeHashes = (one: InlineHashes, other: InlineHashes): InlineHashes => ({
  scripts: [...new Set([...one.scripts, ...other.scripts])],
  styles: [...new Set([...one.styles, ...other.styles])],
});

/** The Content-Security-Policy: the own origin only, and of what is inline only what has one of these hashes. */
export const writePolicy = ({ shopOrigin }: Pick<Services, 'shopOrigin'>, { scripts, styles }: InlineHashes = nothingInline): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    // data: and blob: for previews of pictures before they are uploaded.
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    // The form of the test payment page redirects to the shop.
    ["form-action 'self'", ...(shopOrigin === undefined ? [] : [shopOrigin])].join(' '),
    "frame-ancestors 'none'",
  ].join('; ');

/** Sets the policy that allows nothing inline on each response that has none of its own. */
export const setPolicy = (services: Pick<Services, 'shopOrigin'>): MiddlewareHandler => {
  const policy = writePolicy(services);
  return async (c, next) => {
    await next();
    if (!c.res.headers.has(policyHeader)) c.res.headers.set(policyHeader, policy);
  };
};
