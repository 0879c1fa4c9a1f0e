import type { i18n } from 'i18next';
import { type ReactNode, use, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { hasNamespaces, loadNamespaces } from '#shared/i18n/namespaces.ts';
import { missingChunk } from './lazy-screen.tsx';
import type { RouteRow } from './routes.ts';

type Loadable = Pick<RouteRow, 'namespaces' | 'screen'>;
type RowProps = { readonly row: Loadable; readonly children: ReactNode };

/** How long the page that is being left stays. After that, the next one shows a spinner. */
const maxWaitMs = 400;

const pendingLoads = new Map<Loadable, Promise<void>>();
// One promise for all renders: with a new promise each time, `use` would never stop suspending.
const textLoads = new Map<Loadable, Promise<void>>();

const forgetLoads = (row: Loadable): void => {
  pendingLoads.delete(row);
  textLoads.delete(row);
};

/** Forgets failed requests once the error is shown, so that the next navigation to the screen makes them again. */
export const forgetFailure = (row: Loadable): void => {
  row.screen.forgetFailure();
  forgetLoads(row);
};

/** Loads a screen and its texts, and shows a thin bar (_base.scss) meanwhile. */
const waitUntilLoaded = async ({ screen, namespaces }: Loadable, language: i18n): Promise<void> => {
  document.documentElement.dataset.leaving = '';
  // What fails here is requested again by the screen and by SuspendUntilTexts, which throw.
  const loaded = Promise.allSettled([screen.preload(), loadNamespaces(language, namespaces)]);
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
  delete document.documentElement.dataset.leaving;
};

/** Suspends without a boundary of its own: navigations are transitions, which keep the page that is being left. */
export const SuspendUntilLoaded = ({ row, children }: RowProps) => {
  const { i18n } = useTranslation('common');
  let pending = pendingLoads.get(row);
  if (pending === undefined && !(row.screen.isLoaded() && hasNamespaces(i18n, row.namespaces))) {
    pending = waitUntilLoaded(row, i18n);
    pendingLoads.set(row, pending);
  }
  // Also when it has settled: React expects of a render that was suspended to ask again.
  if (pending !== undefined) use(pending);
  // A shopper who leaves before the texts fail sees no error, which would forget them.
  useEffect(() => () => forgetLoads(row), [row]);
  return children;
};

/** Suspends in the boundary with the spinner. Throws a ChunkLoadError for a file of texts that does not load, as the screen for its chunk. */
export const SuspendUntilTexts = ({ row, children }: RowProps) => {
  const { i18n } = useTranslation('common');
  let loading = textLoads.get(row);
  if (loading === undefined && !hasNamespaces(i18n, row.namespaces)) {
    const texts = loadNamespaces(i18n, row.namespaces).catch((cause) => {
      throw missingChunk(cause, row.screen.module);
    });
    // Texts are requested for ten seconds while the server is away; the chunk fails at once.
    loading = Promise.all([texts, row.screen.preload()]).then(() => undefined);
    textLoads.set(row, loading);
  }
  if (loading !== undefined) use(loading);
  return children;
};
