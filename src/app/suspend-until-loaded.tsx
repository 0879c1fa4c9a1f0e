import type { i18n } from 'i18next';
import { type ReactNode, use } from 'react';
import { useTranslation } from 'react-i18next';
import type { RouteRow } from './routes.ts';

type Loadable = Pick<RouteRow, 'namespaces'> & { readonly screen: Pick<RouteRow['screen'], 'preload' | 'isLoaded'> };

/** How long the page that is being left stays. After that, the next one shows a spinner. */
const maxWaitMs = 400;

const pendingLoads = new Map<Loadable, Promise<void>>();

/** Loads a screen and its texts, and shows a thin bar (_base.scss) meanwhile. */
const waitUntilLoaded = async ({ screen, namespaces }: Loadable, language: i18n): Promise<void> => {
  document.documentElement.dataset.leaving = '';
  // A failure is thrown by the screen.
  const loaded = Promise.allSettled([screen.preload(), language.loadNamespaces(namespaces)]);
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
  delete document.documentElement.dataset.leaving;
};

/** Suspends without a boundary of its own: navigations are transitions, which keep the page that is being left. */
export const SuspendUntilLoaded = ({ row, children }: { readonly row: Loadable; readonly children: ReactNode }) => {
  const { i18n } = useTranslation('common');
  let pending = pendingLoads.get(row);
  if (pending === undefined && !(row.screen.isLoaded() && row.namespaces.every((name) => i18n.hasLoadedNamespace(name)))) {
    pending = waitUntilLoaded(row, i18n);
    pendingLoads.set(row, pending);
  }
  // Also when it has settled: React expects of a render that was suspended to ask again.
  if (pending !== undefined) use(pending);
  return children;
};
