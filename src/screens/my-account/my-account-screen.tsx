import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { isUnauthorized, useProfileQuery } from '#features/account/account-api.ts';
import { ScreenTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { withRedirect } from '#shared/safe-redirect.ts';
import { ErrorNote } from '#shared/ui/failure-note.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { Account } from './account.tsx';
import '#styles/order-screens.scss';

/** Route guard: visitors are redirected to sign in and back. Shows nothing of an account until the profile call is answered. */
const GuardedAccount = () => {
  const { t } = useTranslation(['account', 'common']);
  const { data, error, isFetching, refetch } = useProfileQuery();
  const { pathname, search } = useLocation();
  const [signOutReason, setSignOutReason] = useState<'signedOut' | 'deleted'>();
  // Another API may answer a visitor with 401 instead of `{user: null}`.
  const isVisitor = data ? data.user === null : isUnauthorized(error);
  if (data?.user)
    return (
      // The key: another account may sign in in another tab, and must not get what was typed or shown here.
      <Account
        key={data.user._id}
        user={data.user}
        onSigningOut={(isSigningOut) => setSignOutReason(isSigningOut ? 'signedOut' : undefined)}
        onDeleting={(isDeleting) => setSignOutReason(isDeleting ? 'deleted' : undefined)}
      />
    );
  if (signOutReason) return <Navigate to={paths.loginRegister} replace state={{ signOutReason }} />;
  if (isVisitor) return <Navigate to={withRedirect(paths.loginRegister, pathname + search)} replace />;
  return (
    <>
      <h1>{t('my.heading')}</h1>
      {error ? (
        <ErrorNote text={t('my.offline')} onRetry={refetch} isBusy={isFetching} />
      ) : (
        <Spinner label={t('common:loading')} isFullPage />
      )}
    </>
  );
};

/** The account. Its section is in the query, so that Back leads to the previous one. */
export const MyAccountScreen = () => (
  <div className="container-xl account-page">
    <ScreenTitle name="myAccount" />
    <GuardedAccount />
  </div>
);
