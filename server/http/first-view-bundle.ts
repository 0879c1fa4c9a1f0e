import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { ListPages, RenderFirstView } from '#contract/first-view.ts';
import type { Services } from '#server/http/services.ts';

const bundle = z.object({
  renderFirstView: z.custom<RenderFirstView>((value) => typeof value === 'function'),
  listPages: z.custom<ListPages>((value) => typeof value === 'function'),
});

/** What the built shop can do for the API process. */
export type FirstViewBundle = z.output<typeof bundle>;

/** Loads what the build put beside `dist/`; nothing where the build made none, or where it cannot be loaded. */
export const loadFirstView = async ({
  dist,
  log,
}: Pick<Services, 'log'> & { readonly dist: string }): Promise<FirstViewBundle | undefined> => {
  const file = path.join(path.dirname(dist), `${path.basename(dist)}-first-view`, 'first-view.js');
  if (!existsSync(file)) return undefined;
  try {
    return bundle.parse(await import(pathToFileURL(file).href));
  } catch (error) {
    log.error({ err: error }, 'the first view could not be loaded');
    return undefined;
  }
};
