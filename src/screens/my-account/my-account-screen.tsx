import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import type { User } from '#contract/account.ts';
import { isUnauthorized, useProfileQuery } from '#features/account/account-api.ts';
import { useSignOutMutation } from '#features/account/account-data-api.ts';
import { useFailureMessage } from '#features/account/account-form.tsx';
import { listsSaved } from '#features/saved-lists/list-owner.ts';
import { asApiError } from '#shared/api/api-error.ts';
import { useViewHeading } from '#shared/hooks/use-view-heading.ts';
import { ScreenTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { withRedirect } from '#shared/safe-redirect.ts';
import { scrollToMiddle } from '#shared/scroll-to-middle.ts';
import { ErrorNote } from '#shared/ui/failure-note.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { Addresses } from './addresses.tsx';
import { Devices } from './devices.tsx';
import { EmailSection } from './email-section.tsx';
import { Orders } from './orders.tsx';
import { Overview } from './overview.tsx';
import { PasswordSection } from './password-section.tsx';
import { PersonalData } from './personal-data.tsx';
import { Profile } from './profile.tsx';
import { Reseller } from './reseller.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Security, securitySections } from './security.tsx';
import '#styles/order-screens.scss';

type SectionProps = {
  readonly user: User;
  /** Called with `true` before the account is deleted, and with `false` if that failed. */
  readonly onDeleting: (isDeleting: boolean) => void;
};

const contents = {
  overview: Overview,
  orders: Orders,
  addresses: Addresses,
  profile: Profile,
  security: Security,
  data: PersonalData,
  reseller: Reseller,
  email: EmailSection,
  password: PasswordSection,
  secondFactor: SecondFactor,
  devices: Devices,
} as const satisfies Readonly<Record<string, ComponentType<SectionProps>>>;

type SectionName = keyof typeof contents;

const sections = Object.keys(contents) as SectionName[];

/** Whether a section is reached from "Sign-in and security" instead of the list of sections. */
const isOfSecurity = (section: SectionName): boolean => securitySections.some((each) => each === section);

type AccountProps = SectionProps & {
  /** Called with `true` before the sign-out call, whose success unmounts this component, and with `false` if it failed. */
  readonly onSigningOut: (isSigningOut: boolean) => void;
};

/** A user's account: the sign-out button, the list of sections, and the current one. */
const Account = ({ user, onDeleting, onSigningOut }: AccountProps) => {
  const { t } = useTranslation('account');
  const [signOut, { error }] = useSignOutMutation();
  const [isSigningOut, setIsSigningOut] = useState(false);
  const toMessage = useFailureMessage();
  const [query] = useSearchParams();
  const requestedSection = query.get('section');
  const section = sections.find((each) => each === requestedSection) ?? 'overview';
  const Content: ComponentType<SectionProps> = contents[section];
  const headingRef = useViewHeading(section);
  const entry = isOfSecurity(section) ? 'security' : section;

  const handleSignOut = async () => {
    if (isSigningOut) return;
    // Before the lists are saved, which takes up to three seconds: a second press must not sign out twice.
    setIsSigningOut(true);
    onSigningOut(true);
    await listsSaved();
    const result = await signOut();
    if (!result.error) return;
    setIsSigningOut(false);
    onSigningOut(false);
  };

  return (
    <>
      <div className="account-head">
        <h1>{t('my.heading')}</h1>
        <button
          type="button"
          className="btn btn-link"
          aria-disabled={isSigningOut}
          aria-busy={isSigningOut}
          onClick={() => void handleSignOut()}
        >
          {t('my.signOut')}
        </button>
      </div>
      <div role="alert">{error && <p className="field-error">{toMessage(asApiError(error))}</p>}</div>
      <div className="account-sections">
        <nav className="account-nav" aria-label={t('my.label')}>
          <ul>
            {sections
              .filter((each) => !isOfSecurity(each))
              .map((each) => (
                <li key={each}>
                  <Link
                    ref={each === entry ? scrollToMiddle : undefined}
                    to={each === 'overview' ? paths.myAccount : paths.accountSection(each)}
                    aria-current={each === entry ? (each === section ? 'page' : 'true') : undefined}
                  >
                    {t(`my.sections.${each}`)}
                  </Link>
                </li>
              ))}
          </ul>
        </nav>
        <section className="account-section" aria-labelledby="account-section">
          <h2 id="account-section" ref={headingRef} tabIndex={-1}>
            {section === 'overview' ? t('overview.hello', { name: user.firstName }) : t(`my.sections.${section}`)}
          </h2>
          <Content user={user} onDeleting={onDeleting} />
        </section>
      </div>
    </>
  );
};

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
