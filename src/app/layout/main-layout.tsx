import { type MouseEvent, memo, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Outlet, ScrollRestoration, useLocation, useNavigation, useNavigationType } from 'react-router-dom';
import { useScreen } from '#app/routes.ts';
import { Footer } from '#blocks/footer/footer.tsx';
import { Header } from '#blocks/header/header.tsx';
import { startFailureId } from '#contract/hydration-data.ts';
import { useReload } from '#features/catalogue/use-catalogue.ts';
import { usePathChange } from '#shared/hooks/use-path-change.ts';
import { PageTitle } from '#shared/page-title.tsx';
import { restoreRetried, selectRestoreState } from '#shared/restored-slice.ts';
import { useShop } from '#shared/shop.tsx';
import { clientOnly } from '#shared/ui/client-only.tsx';
import { ErrorNote, FailureNote } from '#shared/ui/failure-note.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { useFocusOnNewPage, useHeadOfFirstUrl, useScrollAsPageGrows } from './use-after-navigation.ts';

/** Says that stored lists could not be restored and that nothing is being stored, with Retry, or a reload after an update of the shop. */
const RestoreFailure = () => {
  const { t } = useTranslation('common');
  const dispatch = useDispatch();
  const state = useSelector(selectRestoreState);
  if (state === 'pending' || state === 'restored') return null;
  return (
    <div className="container-xl restore-failure">
      {state === 'updated' ? (
        <FailureNote error={{ status: 'updated' }} />
      ) : (
        <ErrorNote text={t('notRestored')} isBusy={state === 'retrying'} onRetry={() => dispatch(restoreRetried())} />
      )}
    </div>
  );
};

/**
 * Revalidates the products on navigation and when the tab becomes visible again, so that prices and stock are current. The
 * current products stay until the response, and if it fails.
 */
const CatalogueRefresher = () => {
  const navigationType = useNavigationType();
  const reloadProducts = useReload();

  usePathChange(() => {
    // Back and Forward keep the products that were shown.
    if (navigationType !== 'POP') reloadProducts();
  });

  useEffect(() => {
    const reloadIfVisible = () => {
      if (document.visibilityState === 'visible') reloadProducts();
    };
    document.addEventListener('visibilitychange', reloadIfVisible);
    return () => document.removeEventListener('visibilitychange', reloadIfVisible);
  }, [reloadProducts]);

  return null;
};

const Floating = clientOnly(() => import('./floating.tsx').then((module) => module.Floating), ['toasts']);

// Memoised, so that a navigation renders only the parts of them that use the URL.
const LayoutHeader = memo(Header);
const LayoutFooter = memo(Footer);

const contentId = 'content';

/** Without an entry of its own in the history: the router takes one that it did not make for Back, and restores a scroll position. */
const skipToContent = (event: MouseEvent): void => {
  event.preventDefault();
  const content = document.getElementById(contentId);
  content?.focus({ preventScroll: true });
  content?.scrollIntoView();
};

type WithHydrated = { readonly onHydrated?: (() => void) | undefined };

/**
 * Calls `onHydrated` one commit after a screen's hydration: in the first commit the controls report what was typed and chosen before, which only the
 * next one renders.
 */
const HydrationSignal = ({ onHydrated }: WithHydrated) => {
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => {
    if (isHydrated) onHydrated?.();
    else setIsHydrated(true);
  }, [isHydrated, onHydrated]);
  return null;
};

const LoadingScreen = () => {
  const shop = useShop();
  const { t } = useTranslation('common');
  return (
    <>
      <PageTitle title={t('loading')} titleTemplate={shop.name} />
      <Spinner isFullPage label={t('loading')} />
    </>
  );
};

/** How long the page that is being left stays, under a thin bar. After that a spinner takes its place until the next one has been loaded. */
const maxWaitMs = 400;

const CurrentScreen = ({ onHydrated }: WithHydrated) => {
  const isLeaving = useNavigation().state !== 'idle';
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => setIsLong(true), maxWaitMs);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [isLeaving]);
  if (isLeaving && isLong) return <LoadingScreen />;
  return (
    <>
      {isLeaving && <div className="leaving-bar" />}
      {/* A boundary, so that React hydrates header and screen in a task each. */}
      <Suspense fallback={<LoadingScreen />}>
        <Outlet />
        <HydrationSignal onHydrated={onHydrated} />
      </Suspense>
    </>
  );
};

const GrowingPage = () => {
  useScrollAsPageGrows();
  return null;
};

/** The layout of every screen: header, footer, toasts, scroll-up button, chat; on the checkout only toasts. */
export const MainLayout = ({ onHydrated }: WithHydrated) => {
  const { t } = useTranslation('common');
  const { pathname, search } = useLocation();
  // The checkout has a header and a footer of its own, and nothing floats over it.
  const isCheckout = useScreen()?.id === 'checkout';
  useFocusOnNewPage(contentId);
  useHeadOfFirstUrl();
  return (
    <>
      <GrowingPage />
      <a className="skip-link" href={`#${contentId}`} onClick={skipToContent}>
        {t('skip')}
      </a>
      <noscript>
        <p className="container-xl">{t('noScript')}</p>
      </noscript>
      {/* Shown by src/document-script.ts when the entry script or hydration fails. */}
      <div id={startFailureId} className="container-xl" role="alert" hidden>
        <div className="note note-danger">
          <p>{t('notStarted')}</p>
          <a className="btn btn-outline-primary" href={pathname + search}>
            {t('retry')}
          </a>
        </div>
      </div>
      <RestoreFailure />
      {!isCheckout && <LayoutHeader />}
      <main id={contentId} tabIndex={-1}>
        <CurrentScreen onHydrated={onHydrated} />
      </main>
      {!isCheckout && <LayoutFooter />}
      <ScrollRestoration storageKey="flone:scroll" />
      <CatalogueRefresher />
      <Floating isToastsOnly={isCheckout} />
    </>
  );
};
