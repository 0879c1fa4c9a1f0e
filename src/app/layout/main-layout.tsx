import { type MouseEvent, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { matchRow } from '#app/match-row.ts';
import { Footer } from '#blocks/footer/footer.tsx';
import { Header } from '#blocks/header/header.tsx';
import { startFailureId } from '#contract/hydration-data.ts';
import { ChatButton } from '#features/chat/chat-button.tsx';
import { shop } from '#shared/shop.ts';
import { clientOnly } from '#shared/ui/client-only.tsx';
import { CatalogueRefresher } from './catalogue-refresher.tsx';
import { CompareDrawerSlot } from './compare-drawer-slot.tsx';
import { RestoreFailure } from './restore-failure.tsx';
import { ScrollRestoration } from './scroll-restoration.tsx';
import { ScrollUpButton } from './scroll-up-button.tsx';
import { StaleHeadRemover } from './stale-head-remover.tsx';

// Toasts come from user actions, so they are not server-rendered.
const Toaster = clientOnly(() => import('#app/toaster.tsx').then((module) => module.Toaster), ['toasts']);

// Memoised: a navigation renders of them what depends on the address.
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

/** The layout of every screen: header, footer, toasts, scroll-up button, chat; on the checkout only toasts. */
export const MainLayout = () => {
  const { t } = useTranslation('common');
  const { pathname, search } = useLocation();
  // The checkout has a header and a footer of its own, and nothing floats over it.
  const isCheckout = matchRow(pathname).row.title === 'checkout';
  return (
    <>
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
        <Outlet />
      </main>
      {!isCheckout && (
        <>
          <LayoutFooter />
          <CompareDrawerSlot />
          <ScrollUpButton />
          {shop.chat.phone !== '' && <ChatButton />}
        </>
      )}
      <StaleHeadRemover />
      <ScrollRestoration />
      <CatalogueRefresher />
      <Toaster />
    </>
  );
};
