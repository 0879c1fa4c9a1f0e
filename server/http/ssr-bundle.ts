import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { DocumentUrl, ListOffers, ListSitemapPages, RenderPage, WriteGuide, WriteMarkdown } from '#contract/hydration-data.ts';
import type { Services } from '#server/http/services.ts';

const bundle = z.object({
  renderPage: z.custom<RenderPage>((value) => typeof value === 'function'),
  documentUrl: z.custom<DocumentUrl>((value) => typeof value === 'function'),
  listOffers: z.custom<ListOffers>((value) => typeof value === 'function'),
  writeGuide: z.custom<WriteGuide>((value) => typeof value === 'function'),
  writeMarkdown: z.custom<WriteMarkdown>((value) => typeof value === 'function'),
  listSitemapPages: z.custom<ListSitemapPages>((value) => typeof value === 'function'),
});

/** The exports of `src/entry-server.tsx`, as built. */
export type SsrBundle = z.output<typeof bundle>;

/** Imports `dist-ssr/entry-server.js`, which the build puts next to `dist/`; undefined where it is missing or fails to load. */
export const loadSsrBundle = async ({ dist, log }: Pick<Services, 'log'> & { readonly dist: string }): Promise<SsrBundle | undefined> => {
  const file = path.join(path.dirname(dist), `${path.basename(dist)}-ssr`, 'entry-server.js');
  if (!existsSync(file)) return undefined;
  try {
    return bundle.parse(await import(pathToFileURL(file).href));
  } catch (error) {
    log.error({ err: error }, 'the SSR bundle could not be loaded');
    return undefined;
  }
};
