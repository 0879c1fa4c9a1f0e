import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { failureText, networkError } from '#shared/api/api-error.ts';
import { ScreenTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { isServerReachable, recover } from '#shared/recovery.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { ChunkLoadError } from './load-screen.ts';

/** Shown by a route for an error that nothing handled, until the next navigation. */
export const ErrorScreen = ({ onHydrated }: { readonly onHydrated?: (() => void) | undefined }) => {
  const error = useRouteError();
  const { t } = useTranslation('common');
  const [failure, setFailure] = useState(navigator.onLine ? undefined : networkError);
  const isOffline = failure === networkError;
  // Reloading while the server is unreachable would only show the browser's error page.
  const retry = async () => {
    if (await isServerReachable()) window.location.reload();
    else setFailure(networkError);
  };
  useEffect(() => onHydrated?.(), [onHydrated]);
  useEffect(() => {
    if (error instanceof ChunkLoadError && error.type === 'missing') void recover(error).then(setFailure);
  }, [error]);
  return (
    <section className="container-xl page-message error-screen" role="alert">
      <ScreenTitle name="error" />
      <h1>{t('error.heading')}</h1>
      <p>{failure ? failureText(t, failure) : t('error.text')}</p>
      <div className="button-row">
        <button type="button" className="btn btn-primary" onClick={() => void retry()}>
          {t('retry')}
        </button>
        {/* Native: the router may be what has failed. Without a connection it would lead to the browser's own error page. */}
        {!isOffline && (
          <a className="btn btn-outline-primary" href={paths.home}>
            {t('error.home')}
          </a>
        )}
      </div>
      {error instanceof ChunkLoadError && (
        <details className="page-message-detail">
          <summary className="d-inline-flex">
            {t('error.details')} <Icon name="down" />
          </summary>
          <p>{`${error.name}: ${error.type}, ${error.request}`}</p>
        </details>
      )}
    </section>
  );
};
