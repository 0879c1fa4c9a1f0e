import type { i18n } from 'i18next';
import { QuickView } from '#blocks/quick-view/quick-view-button.tsx';
import { whenIdle } from '#shared/when-idle.ts';
import { routeAt, type Screen, screenRoutes } from './routes.ts';

/** After hydration: the page's own requests go first. */
const prefetchDelayMs = 2000;

const ignoreFailure = () => undefined;

/** `navigator.connection`, which not every browser has. */
type NetworkInformation = { readonly saveData?: boolean; readonly effectiveType?: string };

/** Whether the visitor saves data or has a slow line; unknown counts as neither. */
const isMeteredOrSlow = (): boolean => {
  const { saveData, effectiveType }: NetworkInformation = Reflect.get(navigator, 'connection') ?? {};
  return saveData === true || (effectiveType !== undefined && effectiveType !== '4g');
};

/**
 * Prefetches chunks and texts: those of a link that is pointed at or focused; once the browser is idle, the quick view and routes with
 * `isPrefetched`. Nothing on a slow or metered line. What fails here is fetched again when it is needed.
 */
export const prefetchChunks = (language: i18n, signal?: AbortSignal): void => {
  const prefetch = ({ load, namespaces }: Screen) => {
    load().catch(ignoreFailure);
    language.loadNamespaces(namespaces).catch(ignoreFailure);
  };

  const onPoint = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.origin === window.location.origin && !isMeteredOrSlow()) prefetch(routeAt(link.pathname).route.handle);
  };
  for (const event of ['pointerover', 'focusin']) document.addEventListener(event, onPoint, { passive: true, ...(signal && { signal }) });

  void whenIdle().then(() => {
    if (signal?.aborted) return;
    const timer = setTimeout(() => {
      if (isMeteredOrSlow()) return;
      void QuickView.preload(language);
      for (const { handle } of screenRoutes) if (handle.isPrefetched) prefetch(handle);
    }, prefetchDelayMs);
    signal?.addEventListener('abort', () => clearTimeout(timer));
  });
};
