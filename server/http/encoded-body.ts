import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

export const jsonType = 'application/json; charset=utf-8';

/** Cache-Control of answers that clients may store, but revalidate by their ETag. */
export const revalidate = 'no-cache';

type Encoding = 'br' | 'gzip' | 'identity';

/** A response body with its content type and hash, compressed once for many responses. */
export type EncodedBody = {
  readonly type: string;
  readonly hash: string;
  readonly identity: Uint8Array<ArrayBuffer>;
  readonly br?: Uint8Array<ArrayBuffer> | undefined;
  readonly gzip?: Uint8Array<ArrayBuffer> | undefined;
};

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

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

/** Compresses and hashes a text. `brotliQuality` is 1 to 11. */
export const encodeText = async (body: string, type: string, brotliQuality: number): Promise<EncodedBody> => {
  const identity = Buffer.from(body);
  const [br, gzipped] = await Promise.all([
    toBrotli(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
    toGzip(identity),
  ]);
  return { type, hash: await hashInSlices(identity), identity, br: new Uint8Array(br), gzip: new Uint8Array(gzipped) };
};

/** Bytes in memory, in all encodings. */
export const byteLength = ({ identity, br, gzip }: EncodedBody): number => identity.length + (br?.length ?? 0) + (gzip?.length ?? 0);

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
export const sendEncoded = (c: Context, body: EncodedBody, cacheControl: string, status: ContentfulStatusCode = 200): Response => {
  const encoding = chooseEncoding(c.req.header('accept-encoding'), body);
  const etag = `"${body.hash}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  c.header('Cache-Control', cacheControl);
  c.header('ETag', etag);
  if (body.br ?? body.gzip) c.header('Vary', 'Accept-Encoding', { append: true });
  if (status === 200 && matchesEtag(etag, c.req.header('if-none-match'))) return c.body(null, 304);
  const bytes = body[encoding] ?? body.identity;
  c.header('Content-Type', body.type);
  c.header('Content-Length', String(bytes.length));
  if (encoding !== 'identity') c.header('Content-Encoding', encoding);
  return c.body(bytes, status);
};
