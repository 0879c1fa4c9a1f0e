import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { Footer } from '#blocks/footer/footer.tsx';
import { Header } from '#blocks/header/header.tsx';
import { CatalogueKeeper } from './catalogue-keeper.tsx';
import { ScrollKeeper } from './scroll-keeper.tsx';
import { ScrollUpButton } from './scroll-up-button.tsx';

const Toaster = lazy(() => import('#app/toaster.tsx').then((module) => ({ default: module.Toaster })));

/** What stands around every screen: header, footer, toasts, the way back up. */
export const MainLayout = () => {
  const { t } = useTranslation('common');
  // Nothing is told before the shop can be used, so toasts need not be in the first view.
  const [isStarted, setIsStarted] = useState(false);
  useEffect(() => setIsStarted(true), []);
  return (
    <>
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      <noscript>
        <p className="container-xl">{t('noScript')}</p>
      </noscript>
      <Header />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <ScrollUpButton />
      <ScrollKeeper />
      <CatalogueKeeper />
      {isStarted && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
    </>
  );
};
