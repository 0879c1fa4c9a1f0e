import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { isDeskPath } from '#contract/desk/path.ts';
import { selectIsSignedIn } from '#features/account/shopper-slice.ts';
import { useViewHeading } from '#shared/hooks/use-view-heading.ts';
import { ScreenTitle } from '#shared/page-title.tsx';
import { paths, redirectParam } from '#shared/paths.ts';
import { safeRedirect } from '#shared/safe-redirect.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { newPageState } from '#shared/ui/link.tsx';
import { Tabs } from '#shared/ui/tabs.tsx';
import { ForgotForm, ResetForm } from './password-forms.tsx';
import { RegisterForm } from './register-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import '#styles/order-screens.scss';

/** The benefits of an account, and that the checkout works without one. */
const AccountBenefits = () => {
  const { t } = useTranslation('account');
  return (
    <aside className="account-benefits" aria-labelledby="account-benefits">
      <h2 id="account-benefits">{t('welcome.why')}</h2>
      <ul>
        <li>
          <Icon name="parcel" />
          {t('welcome.orders')}
        </li>
        <li>
          <Icon name="truck" />
          {t('welcome.addresses')}
        </li>
        <li>
          <Icon name="tag" />
          {t('welcome.reselling')}
        </li>
      </ul>
      <p className="quiet">{t('welcome.guest')}</p>
    </aside>
  );
};

/** Why the account redirected here, by the history state. */
const signOutReasonOf = (state: unknown): 'signedOut' | 'deleted' | undefined => {
  if (typeof state !== 'object' || state === null || !('signOutReason' in state)) return undefined;
  return state.signOutReason === 'signedOut' || state.signOutReason === 'deleted' ? state.signOutReason : undefined;
};

/**
 * Sign-in (no parameter), registration (`?step=register`), forgotten password (`?step=forgot`) and reset (`?reset=TOKEN`, from an email).
 * `resell=yes` ticks the reseller checkbox; `from` is where to redirect after signing in.
 */
export const LoginRegisterScreen = () => {
  const { t } = useTranslation('account');
  const isSignedIn = useSelector(selectIsSignedIn);
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation();
  const from = query.get(redirectParam);
  const token = query.get('reset') || null;
  const step = query.get('step');
  const view = token !== null ? 'reset' : step === 'forgot' ? 'forgot' : 'welcome';
  const headingRef = useViewHeading(view);
  // Shared, so that the next form is prefilled.
  const [email, setEmail] = useState('');
  const sharedProps = { email, onEmail: setEmail, from };

  // Set after hydration: the server does not know the history state.
  const [signOutReason, setSignOutReason] = useState<ReturnType<typeof signOutReasonOf>>();
  useEffect(() => setSignOutReason(signOutReasonOf(state)), [state]);

  const selectTab = (next: string) => {
    const changed = new URLSearchParams(query);
    if (next === 'register') changed.set('step', next);
    else changed.delete('step');
    setQuery(changed, { replace: true, state: state === newPageState ? null : state, preventScrollReset: true });
  };

  const target = safeRedirect(from, paths.myAccount);
  const isForDesk = isDeskPath(target);
  // Another document: the desk is no page of the shop.
  useEffect(() => {
    if (isSignedIn && isForDesk) window.location.replace(target);
  }, [isSignedIn, isForDesk, target]);

  if (token === null && isSignedIn && !isForDesk) return <Navigate to={target} replace />;
  return (
    <div className="container-xl account-page">
      <ScreenTitle name="loginRegister" />
      {token !== null && <ResetForm token={token} headingRef={headingRef} />}
      {view === 'forgot' && <ForgotForm {...sharedProps} headingRef={headingRef} />}
      {view === 'welcome' && (
        <>
          <h1 ref={headingRef} tabIndex={-1}>
            {t('welcome.heading')}
          </h1>
          <div role="status">{signOutReason && <p className="note">{t(`welcome.${signOutReason}`)}</p>}</div>
          <div className="account-columns">
            <Tabs
              label={t('welcome.label')}
              className="account-tabs"
              selectedKey={step === 'register' ? 'register' : 'signIn'}
              onSelect={selectTab}
              isLasting
              tabs={[
                { key: 'signIn', title: t('welcome.signIn'), content: <SignInForm {...sharedProps} /> },
                {
                  key: 'register',
                  title: t('welcome.register'),
                  content: <RegisterForm {...sharedProps} wantsToResell={query.has('resell')} />,
                },
              ]}
            />
            <AccountBenefits />
          </div>
        </>
      )}
    </div>
  );
};
