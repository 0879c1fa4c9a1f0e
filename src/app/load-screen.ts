import type { ReactElement } from 'react';
import { failedUrl } from '#shared/recovery.ts';

/** Time limit for a screen's chunk; a product requirement. */
const timeoutMs = 120_000;

/** A screen's chunk or texts could not be fetched. `request` is the URL, or the source path where the browser's error does not contain it. */
export class ChunkLoadError extends Error {
  readonly type: 'timeout' | 'missing';
  readonly request: string;

  constructor(type: 'timeout' | 'missing', request: string) {
    super(`Loading the screen failed (${type}: ${request})`);
    this.name = 'ChunkLoadError';
    this.type = type;
    this.request = request;
  }
}

/** The error for an import or a text file that failed; `module` is the source path of the screen. */
const missingChunk = (cause: unknown, module: string) => new ChunkLoadError('missing', failedUrl(cause) ?? module);

/** What loads a screen: the source path of its module, and the import of it. */
export type LoadableScreen = { readonly module: string; readonly load: () => Promise<ReactElement> };

const loadChunk = ({ module, load }: LoadableScreen): Promise<ReactElement> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkLoadError('timeout', module)), timeoutMs);
    load()
      .catch((cause: unknown) => {
        throw missingChunk(cause, module);
      })
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });

/** Loads a screen and, in parallel, its texts; rejects with a `ChunkLoadError` as soon as one of them has failed. */
export const loadScreen = async (screen: LoadableScreen, loadTexts?: () => Promise<unknown>): Promise<ReactElement> => {
  const texts = loadTexts?.().catch((cause: unknown) => {
    throw missingChunk(cause, screen.module);
  });
  const [element] = await Promise.all([loadChunk(screen), texts]);
  return element;
};
