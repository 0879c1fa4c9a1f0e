import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { type ApiError, failureText, networkError } from '#shared/api/api-error.ts';
import { ScreenTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { isServerReachable, recover } from '#shared/recovery.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { ChunkLoadError } from './load-screen.ts';

/** Shown by a route for an error that nothing handled, until the next navigation. */
export const ErrorScreen = ({ onHydrated }: { readonly onHydrated?: (() => void) | undefined }) => {
  const error = useRouteError();
  const { t } = useTranslation('common');
  const [failure, setFailure] = useState<ApiError>();
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
    <section className="container-xl page-message" role="alert">
      <ScreenTitle name="error" />
      <h1>{t('error.heading')}</h1>
      <p>{t('error.text')}</p>
      {failure && <p className="field-error">{failureText(t, failure)}</p>}
      {error instanceof ChunkLoadError && <p className="page-message-detail">{`${error.name}: ${error.type}, ${error.request}`}</p>}
      {/* A native form: the router or the search box may be what has failed. */}
      <search className="search-box">
        <form action={paths.shop}>
          <input className="form-control" type="search" name="q" aria-label={t('search.label')} placeholder={t('search.placeholder')} />
          <button type="submit" aria-label={t('search.submit')}>
            <Icon name="search" />
          </button>
        </form>
      </search>
      <div className="button-row">
        <button type="button" className="btn btn-primary" onClick={() => void retry()}>
          {t('retry')}
        </button>
        <a className="btn btn-outline-primary" href={paths.home}>
          {t('error.home')}
        </a>
      </div>
    </section>
  );
};
