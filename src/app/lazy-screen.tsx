import { type ComponentType, use } from 'react';

/** A screen's chunk may take 120 seconds. */
const limit = 120_000;

/** A screen's code did not come: too late, or not there. `request` is the address asked for. */
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

const addressIn = (cause: unknown): string | undefined => (cause instanceof Error ? /https?:\/\/\S+/.exec(cause.message)?.[0] : undefined);

/** A part of the shop that is fetched when it is first needed. `module` is its source path, which the build's manifest knows it by. */
export type LazyScreen<Props> = ComponentType<Props> & { readonly module: string; readonly preload: () => Promise<void> };

/**
 * Wraps a dynamic import: suspends while the screen loads, then renders it; after a preload it renders at once,
 * on a server too. Fails with a ChunkLoadError after 120 s or when the chunk is missing.
 */
export const lazyScreen = <Props extends object>(module: string, load: () => Promise<ComponentType<Props>>): LazyScreen<Props> => {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;

  const start = () => {
    loading ??= new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new ChunkLoadError('timeout', module)), limit);
      load()
        .then(
          (screen) => {
            loaded = screen;
            resolve(screen);
          },
          (cause: unknown) => reject(new ChunkLoadError('missing', addressIn(cause) ?? module)),
        )
        .finally(() => clearTimeout(timer));
    });
    return loading;
  };

  const Screen = (props: Props) => {
    const Loaded = loaded ?? use(start());
    return <Loaded {...props} />;
  };
  // A screen that could not be fetched ahead is asked for again when it is needed.
  const preload = () =>
    start().then(
      () => undefined,
      (cause: unknown) => {
        loading = undefined;
        throw cause;
      },
    );
  return Object.assign(Screen, { module, preload });
};
