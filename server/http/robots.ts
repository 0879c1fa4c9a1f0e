import { type Site, shopUrlOf } from '#server/http/origins.ts';
import { type Prepared, prepareText } from '#server/http/prepared-answer.ts';
import type { SsrBundle } from '#server/http/ssr-bundle.ts';

const quality = 5;

/** Gives the built `robots.txt` with the line that a static host cannot have: where the sitemap is, which must be a whole address. */
export const keepRobots = (site: Site, file: Prepared, bundle: Promise<SsrBundle | undefined>): (() => Promise<Prepared>) => {
  let written: Promise<Prepared> | undefined;
  const write = async (): Promise<Prepared> => {
    if (!(await bundle)) return file;
    return prepareText(
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
