import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { memoizeSuccess } from '#server/http/memoize-success.ts';

export const jsonType = 'application/json; charset=utf-8';

/** Cache-Control of answers that clients may store, but revalidate by their ETag. */
export const revalidate = 'no-cache';

type Encoding = 'br' | 'gzip' | 'identity';

type Bytes = Uint8Array<ArrayBuffer>;

/** A response body with its content type and hash, for many responses. `br` and `gzip` compress it when they are called first. */
export type EncodedBody = {
  readonly type: string;
  readonly hash: string;
  readonly identity: Bytes;
  readonly br?: (() => Promise<Bytes>) | undefined;
  readonly gzip?: (() => Promise<Bytes>) | undefined;
};

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Higher ones take up to five times as long, and save 1 % of a small list. */
const brotliQuality = 5;

const hashLength = 16;

/** First 16 hexadecimal digits of the content's SHA-256. */
export const contentHash = (body: Uint8Array | string): string => createHash('sha256').update(body).digest('hex').slice(0, hashLength);

const bytesPerChunk = 1_000_000;

/** The same, with a pause after each megabyte. */
const hashInSlices = async (body: Uint8Array): Promise<string> => {
  const hash = createHash('sha256');
  for (let from = 0; from < body.length; from += bytesPerChunk) {
    if (from > 0) await setImmediate();
    hash.update(body.subarray(from, from + bytesPerChunk));
  }
  return hash.digest('hex').slice(0, hashLength);
};

/** The body of a text. */
export const encodeText = async (text: string, type: string): Promise<EncodedBody> => {
  const identity = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length };
  return {
    type,
    hash: await hashInSlices(identity),
    identity,
    br: memoizeSuccess(async () => new Uint8Array(await toBrotli(identity, { params }))),
    gzip: memoizeSuccess(async () => new Uint8Array(await toGzip(identity))),
  };
};

/** Bytes in memory, in all encodings: the compressed ones of a text take less than half of its own. */
export const maxByteLength = ({ identity }: EncodedBody): number => Math.ceil(identity.length * 1.5);

/** The accepted encoding with the highest quality value (RFC 9110, 12.5.3); brotli before gzip when equal. */
export const chooseEncoding = (accepted: string | undefined, available: Pick<EncodedBody, 'br' | 'gzip'>): Encoding => {
  const weights = new Map<string, number>();
  for (const entry of (accepted ?? '').split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    if (name) weights.set(name, quality === undefined ? 1 : Number(quality) || 0);
  }
  const weight = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0;
  const brWeight = available.br ? weight('br') : 0;
  const gzipWeight = available.gzip ? weight('gzip') : 0;
  if (brWeight > 0 && brWeight >= gzipWeight) return 'br';
  return gzipWeight > 0 ? 'gzip' : 'identity';
};

const matchesEtag = (etag: string, ifNoneMatch: string | undefined): boolean =>
  (ifNoneMatch ?? '').split(',').some((entry) => {
    const candidate = entry.trim();
    return candidate === '*' || candidate.replace(/^W\//, '') === etag;
  });

/**
 * Responds with 304 if the client has the uncompressed body of this hash, otherwise returns `undefined`. Saves reading a body that `sendEncoded`
 * would need.
 */
export const sendNotModified = (c: Context, hash: string, cacheControl: string): Response | undefined => {
  const etag = `"${hash}"`;
  if (!matchesEtag(etag, c.req.header('if-none-match'))) return undefined;
  c.header('Cache-Control', cacheControl);
  c.header('ETag', etag);
  return c.body(null, 304);
};

/** Responds with an encoded body, or with 304 when If-None-Match has its ETag. Each encoding has its own ETag, because the bytes differ. */
export const sendEncoded = async (
  c: Context,
  body: EncodedBody,
  cacheControl: string,
  status: ContentfulStatusCode = 200,
): Promise<Response> => {
  const encoding = chooseEncoding(c.req.header('accept-encoding'), body);
  const etag = `"${body.hash}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  c.header('Cache-Control', cacheControl);
  c.header('ETag', etag);
  if (body.br ?? body.gzip) c.header('Vary', 'Accept-Encoding', { append: true });
  if (status === 200 && matchesEtag(etag, c.req.header('if-none-match'))) return c.body(null, 304);
  const bytes = encoding === 'identity' ? body.identity : ((await body[encoding]?.()) ?? body.identity);
  c.header('Content-Type', body.type);
  c.header('Content-Length', String(bytes.length));
  if (encoding !== 'identity') c.header('Content-Encoding', encoding);
  return c.body(bytes, status);
};
