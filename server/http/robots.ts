import { type EncodedBody, encodeText } from '#server/http/encoded-body.ts';
import { memoizeSuccess } from '#server/http/memoize-success.ts';
import type { Services } from '#server/http/services.ts';
import type { SsrBundle } from '#server/http/ssr-bundle.ts';

/** Returns the built `robots.txt`, with the absolute URL of the sitemap where there is an SSR bundle to write one. */
export const createRobots = (
  { shopUrl }: Pick<Services, 'shopUrl'>,
  file: EncodedBody,
  bundle: Promise<SsrBundle | undefined>,
): (() => Promise<EncodedBody>) =>
  memoizeSuccess(async () => {
    if (!(await bundle)) return file;
    const text = Buffer.from(file.identity).toString().trimEnd();
    return encodeText(`${text}\n\nSitemap: ${shopUrl()}/sitemap.xml\n`, file.type);
  });
