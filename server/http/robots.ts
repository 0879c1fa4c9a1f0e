import { type EncodedBody, encodeText } from '#server/http/encoded-body.ts';
import { type Site, shopUrlOf } from '#server/http/origins.ts';
import type { SsrBundle } from '#server/http/ssr-bundle.ts';

const quality = 5;

/** Gives the built `robots.txt` with the line that a static host cannot have: where the sitemap is, which must be a whole address. */
export const createRobots = (site: Site, file: EncodedBody, bundle: Promise<SsrBundle | undefined>): (() => Promise<EncodedBody>) => {
  let written: Promise<EncodedBody> | undefined;
  const write = async (): Promise<EncodedBody> => {
    if (!(await bundle)) return file;
    return encodeText(
      `${Buffer.from(file.identity).toString().trimEnd()}\n\nSitemap: ${shopUrlOf(site)}/sitemap.xml\n`,
      file.type,
      quality,
    );
  };
  return () => {
    written ??= write();
    return written;
  };
};
