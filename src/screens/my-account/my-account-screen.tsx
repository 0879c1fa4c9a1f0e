import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { useShopper } from '#features/account/use-shopper.ts';
import { PageTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { shop } from '#shared/shop.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { withRedirect } from '#shared/safe-redirect.ts';
import { Account } from './account.tsx';

/** Lets nobody in but a user: others sign in first and come back. Until that is known, nothing of an account shows. */
const Guarded = ({ onRetry }: { readonly onRetry: () => void }) => {
  const { t } = useTranslation(['account', 'common']);
  const { isKnown, isFailed, user } = useShopper();
  const { pathname, search } = useLocation();
  const [isLeaving, setIsLeaving] = useState(false);
  if (user) return <Account user={user} onSignedOut={() => setIsLeaving(true)} />;
  if (isLeaving) return <Navigate to={paths.loginRegister} replace state={{ isSignedOut: true }} />;
  if (isKnown && !isFailed) return <Navigate to={withRedirect(paths.loginRegister, pathname + search)} replace />;
  return (
    <>
      <h1>{t('my.heading')}</h1>
      {isFailed ? (
        <div className="note note-danger" role="alert">
          <Icon name="warning" />
          <p>{t('my.offline')}</p>
          <button type="button" className="btn btn-outline-primary" onClick={onRetry}>
            {t('common:retry')}
          </button>
        </div>
      ) : (
        <Spinner label={t('common:loading')} isFullPage />
      )}
    </>
  );
};

/** The account; the section is in the query, so that Back works. */
export const MyAccountScreen = () => {
  const { t } = useTranslation('titles');
  const [attempt, setAttempt] = useState(0);
  return (
    <div className="container-xl account-page">
      <PageTitle title={t('myAccount')} titleTemplate={shop.name} />
      <Guarded key={attempt} onRetry={() => setAttempt(attempt + 1)} />
    </div>
  );
};
