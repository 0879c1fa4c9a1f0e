import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

type Encoding = 'br' | 'gzip' | 'identity';

/** A body in every encoding it is kept in, so that a request costs no more than a copy. */
export type EncodedBody = {
  readonly type: string;
  readonly hash: string;
  readonly identity: Uint8Array<ArrayBuffer>;
  readonly br?: Uint8Array<ArrayBuffer> | undefined;
  readonly gzip?: Uint8Array<ArrayBuffer> | undefined;
};

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Sixteen hexadecimal digits that change with the content. */
export const contentHash = (body: Uint8Array | string): string => createHash('sha256').update(body).digest('hex').slice(0, 16);

/** Compresses and hashes a text once, for many answers. `quality` is brotli's, 1 to 11. */
export const encodeText = async (body: string, type: string, quality: number): Promise<EncodedBody> => {
  const identity = Buffer.from(body);
  const [br, zipped] = await Promise.all([
    toBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length } }),
    toGzip(identity),
  ]);
  return { type, hash: contentHash(identity), identity, br: new Uint8Array(br), gzip: new Uint8Array(zipped) };
};

/** The best encoding that both sides know (RFC 9110, 12.5.3); brotli before gzip where the caller likes them alike. */
export const chooseEncoding = (accepted: string | undefined, kept: Pick<EncodedBody, 'br' | 'gzip'>): Encoding => {
  const weights = new Map<string, number>();
  for (const entry of (accepted ?? '').split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    if (name) weights.set(name, quality === undefined ? 1 : Number(quality) || 0);
  }
  const weight = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0;
  const br = kept.br ? weight('br') : 0;
  const zipped = kept.gzip ? weight('gzip') : 0;
  if (br > 0 && br >= zipped) return 'br';
  return zipped > 0 ? 'gzip' : 'identity';
};

const isKnown = (tag: string, ifNoneMatch: string | undefined): boolean =>
  (ifNoneMatch ?? '').split(',').some((entry) => {
    const known = entry.trim();
    return known === '*' || known.replace(/^W\//, '') === tag;
  });

/** Answers with a prepared body, or with 304 when the caller has it. Each encoding has an ETag of its own: the bytes differ. */
export const sendEncoded = (c: Context, prepared: EncodedBody, cacheControl: string, status: ContentfulStatusCode = 200): Response => {
  const encoding = chooseEncoding(c.req.header('accept-encoding'), prepared);
  const tag = `"${prepared.hash}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  c.header('Cache-Control', cacheControl);
  c.header('ETag', tag);
  if (prepared.br ?? prepared.gzip) c.header('Vary', 'Accept-Encoding', { append: true });
  if (status === 200 && isKnown(tag, c.req.header('if-none-match'))) return c.body(null, 304);
  const body = prepared[encoding] ?? prepared.identity;
  c.header('Content-Type', prepared.type);
  c.header('Content-Length', String(body.length));
  if (encoding !== 'identity') c.header('Content-Encoding', encoding);
  return c.body(body, status);
};
