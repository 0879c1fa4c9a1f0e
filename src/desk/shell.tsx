import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';
import { deskEndpoints, deskPages, deskPath } from '#contract/desk/endpoints.ts';
import type { StaffProfile, StaffRole } from '#contract/desk/staff.ts';
import type { Today } from '#contract/desk/today.ts';
import { useSignOutMutation } from '#features/account/account-data-api.ts';
import { asApiError } from '#shared/api/api-error.ts';
import { usePathChange, usePathLeave } from '#shared/hooks/use-path-change.ts';
import { PageTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { withRedirect } from '#shared/safe-redirect.ts';
import { useShop } from '#shared/shop.tsx';
import { forgetShopper } from '#shared/sign-out.ts';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { useRead, useWaiting } from './desk-api.ts';
import { LastMessage, MessageProvider } from './parts/desk-heading.tsx';
import { DeskIcon } from './parts/desk-icon.tsx';
import { IdentityProvider } from './parts/identity.tsx';
import './desk.scss';

/** `who`: only for this role. */
type Entry = {
  readonly key: 'today' | 'products' | 'vouchers' | 'people' | 'figures' | 'settings' | Exclude<keyof Today['counts'], 'asks'>;
  readonly path: string;
  readonly icon: ComponentProps<typeof DeskIcon>['name'];
  readonly who?: StaffRole;
};

/** Entries that phones show in the bar at the foot. */
const entries: readonly Entry[] = [
  { key: 'today', path: deskPath, icon: 'today' },
  { key: 'toSend', path: deskPages.orders, icon: 'parcel' },
  { key: 'refunds', path: deskPages.refunds, icon: 'returns' },
  { key: 'messages', path: deskPages.messages, icon: 'mail' },
];

/** Entries behind "More" on phones, by group. */
const moreEntries: readonly (readonly Entry[])[] = [
  [{ key: 'reviews', path: deskPages.reviews, icon: 'chat' }],
  [
    { key: 'products', path: deskPages.products, icon: 'vase' },
    { key: 'vouchers', path: deskPages.vouchers, icon: 'tag', who: 'seller' },
    { key: 'people', path: deskPages.people, icon: 'people', who: 'seller' },
    { key: 'figures', path: deskPages.figures, icon: 'figures', who: 'seller' },
  ],
  [{ key: 'settings', path: deskPages.settings, icon: 'settings', who: 'seller' }],
];

const isWithin = (pathname: string, path: string): boolean => pathname === path || (path !== deskPath && pathname.startsWith(`${path}/`));

const Entries = ({ shown, counts }: { readonly shown: readonly Entry[]; readonly counts?: Today['counts'] | undefined }) => {
  const { t } = useTranslation('desk');
  const { pathname } = useLocation();
  return (
    <ul>
      {shown.map(({ key, path, icon }) => {
        const count = (counts as Readonly<Partial<Record<Entry['key'], number>>> | undefined)?.[key] ?? 0;
        return (
          <li key={key}>
            <Link to={path} aria-current={isWithin(pathname, path) ? 'page' : undefined}>
              <DeskIcon name={icon} />
              <span>{t(`nav.${key}`)}</span>
              {count > 0 && (
                <b>
                  {count}
                  <span className="visually-hidden"> {t('nav.waiting')}</span>
                </b>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
};

/** The pages of the desk with how many wait in each: a rail at the side, on phones a bar at the foot with a menu of the rest. */
const Navigation = ({ role }: Pick<StaffProfile, 'role'>) => {
  const { t } = useTranslation('desk');
  const { pathname } = useLocation();
  const menuId = useId();
  const toggleRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  usePathLeave(() => setIsOpen(false));
  const counts = useWaiting().data?.counts;
  const groups = moreEntries
    .map((group) => group.filter(({ who }) => who === undefined || who === role))
    .filter((group) => group.length > 0);
  return (
    <nav aria-label={t('nav.label')}>
      <Entries shown={entries} counts={counts} />
      {groups.length > 0 && (
        <fieldset
          aria-label={t('nav.more')}
          onKeyDown={({ key }) => {
            if (key !== 'Escape' || !isOpen) return;
            setIsOpen(false);
            toggleRef.current?.focus();
          }}
        >
          <button
            ref={toggleRef}
            type="button"
            aria-expanded={isOpen}
            aria-controls={menuId}
            onClick={() => setIsOpen(!isOpen)}
            className={groups.flat().some(({ path }) => isWithin(pathname, path)) ? 'desk-more-toggle is-current' : 'desk-more-toggle'}
          >
            <DeskIcon name="more" />
            <span>{t('nav.more')}</span>
          </button>
          <div id={menuId} className={isOpen ? 'desk-more-pages is-open' : 'desk-more-pages'}>
            {groups.map((group) => (
              <Entries key={group[0]?.key} shown={group} counts={counts} />
            ))}
          </div>
        </fieldset>
      )}
    </nav>
  );
};

/** Who is signed in, and the ways out: to the shop, and out of the account. */
const Person = ({ name, role }: StaffProfile) => {
  const { t } = useTranslation('desk');
  const [signOut, { error, isLoading }] = useSignOutMutation();
  const leave = async () => {
    if (isLoading) return;
    const result = await signOut();
    if (result.error) return;
    forgetShopper();
    window.location.assign(paths.home);
  };
  return (
    <div className="desk-person">
      <p>
        <strong>{name}</strong> <span>{t(`roles.${role}`)}</span>
      </p>
      <p>
        <a href={paths.home}>{t('shop')}</a>
        <button type="button" className="btn btn-link" aria-disabled={isLoading} onClick={() => void leave()}>
          {t('signOut')}
        </button>
      </p>
      {error && <FailureNote error={asApiError(error)} onRetry={() => void leave()} isBusy={isLoading} />}
    </div>
  );
};

/** Says that the browser has no connection. */
const OfflineBar = () => {
  const { t } = useTranslation('desk');
  const [isOffline, setIsOffline] = useState(!navigator.onLine);
  useEffect(() => {
    const update = () => setIsOffline(!navigator.onLine);
    window.addEventListener('online', update);
    window.addEventListener('offline', update);
    return () => {
      window.removeEventListener('online', update);
      window.removeEventListener('offline', update);
    };
  }, []);
  return (
    <div role="status" className="desk-offline-bar">
      {isOffline && <p className="desk-offline">{t('offline')}</p>}
    </div>
  );
};

const Desk = ({ staff }: { readonly staff: StaffProfile }) => {
  const shop = useShop();
  const { t } = useTranslation('desk');
  const mainRef = useRef<HTMLElement>(null);
  // After a navigation the title of the new page has the focus.
  usePathChange(() => (mainRef.current?.querySelector('h1') ?? mainRef.current)?.focus({ preventScroll: true }));
  const isLeaving = useNavigation().state !== 'idle';
  return (
    <IdentityProvider>
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      <div className="desk">
        <header className="desk-rail">
          <p className="desk-brand">
            {shop.name} <span>{t('name')}</span>
          </p>
          <Navigation role={staff.role} />
          <Person {...staff} />
        </header>
        <main id="content" ref={mainRef} tabIndex={-1} className="desk-main">
          {isLeaving && <div className="leaving-bar" />}
          <OfflineBar />
          <MessageProvider>
            <Outlet />
            <LastMessage />
          </MessageProvider>
        </main>
      </div>
      <ScrollRestoration storageKey="flone:desk-scroll" />
    </IdentityProvider>
  );
};

/** Shown in place of the desk, to people without access and when it could not be loaded. */
const Message = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => {
  const shop = useShop();
  return (
    <main className="desk-message">
      <PageTitle title={title} titleTemplate={shop.name} />
      <h1>{title}</h1>
      {children}
    </main>
  );
};

/** The desk around its pages, for a member of staff who is signed in; others are led to the shop's sign-in, or told that there is nothing. */
export const Shell = () => {
  const { t } = useTranslation(['desk', 'common']);
  const { pathname, search } = useLocation();
  const { data: staff, error: cause, refetch, isFetching } = useRead(deskEndpoints.staffProfile, {});
  const error = cause === undefined ? undefined : asApiError(cause);
  // Whoever is at work keeps the page, and is asked to sign in over it.
  const isSignedOut = error?.status === 401 && !staff;
  useEffect(() => {
    if (isSignedOut) window.location.replace(withRedirect(paths.loginRegister, pathname + search));
  }, [isSignedOut, pathname, search]);

  if (staff) return <Desk staff={staff} />;
  if (!error || isSignedOut) return <Spinner isFullPage label={t('common:loading')} />;
  if (error.code === 'secondFactor')
    return (
      <Message title={t('desk:secondFactor.heading')}>
        <p>{t('desk:secondFactor.text')}</p>
        <a className="btn btn-primary" href={`${paths.myAccount}?section=secondFactor`}>
          {t('desk:secondFactor.link')}
        </a>
      </Message>
    );
  if (error.status === 403 || error.status === 404)
    return (
      <Message title={t('desk:notFound.heading')}>
        <a className="btn btn-primary" href={paths.home}>
          {t('desk:shop')}
        </a>
      </Message>
    );
  return (
    <Message title={t('desk:name')}>
      <FailureNote error={error} onRetry={() => void refetch()} isBusy={isFetching} />
    </Message>
  );
};
