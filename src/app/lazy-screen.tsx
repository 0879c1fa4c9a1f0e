import { type ComponentType, use } from 'react';
import { failedUrl } from '#shared/recovery.ts';

/** For a screen's chunk; a product requirement. */
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
export const missingChunk = (cause: unknown, module: string) => new ChunkLoadError('missing', failedUrl(cause) ?? module);

/** A screen that is fetched when it is first rendered. */
export type LazyScreen<Props> = ComponentType<Props> & {
  /** Its source path, the key of its chunk in Vite's manifest. */
  readonly module: string;
  /** Fetches it ahead; rejects with a ChunkLoadError, after which it is fetched again when it is needed. */
  readonly preload: () => Promise<void>;
  /** Whether it renders at once. */
  readonly isLoaded: () => boolean;
  /** Forgets a failed request once the error is shown, so that the next navigation to it fetches it again. */
  readonly forgetFailure: () => void;
};

/** Wraps a dynamic import: suspends while it loads; after a preload it renders at once, on the server too. Throws a ChunkLoadError. */
export const lazyScreen = <Props extends object>(module: string, load: () => Promise<ComponentType<Props>>): LazyScreen<Props> => {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;

  // One promise for all renders: with a new promise each time, `use` would never stop suspending.
  const start = () => {
    loading ??= new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new ChunkLoadError('timeout', module)), timeoutMs);
      load()
        .then(
          (screen) => {
            loaded = screen;
            resolve(screen);
          },
          (cause: unknown) => reject(missingChunk(cause, module)),
        )
        .finally(() => clearTimeout(timer));
    });
    return loading;
  };

  const Screen = (props: Props) => {
    const Loaded = loaded ?? use(start());
    return <Loaded {...props} />;
  };
  const forgetFailure = () => {
    if (!loaded) loading = undefined;
  };
  const preload = async () => {
    try {
      await start();
    } catch (cause) {
      forgetFailure();
      throw cause;
    }
  };
  return Object.assign(Screen, { module, preload, isLoaded: () => loaded !== undefined, forgetFailure });
};
