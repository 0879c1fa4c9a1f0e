import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';
import { deskEndpoints, deskPages, deskPath } from '#contract/desk/endpoints.ts';
import type { StaffProfile, StaffRole } from '#contract/desk/staff.ts';
import type { Today } from '#contract/desk/today.ts';
import { useSignOutMutation } from '#features/account/account-data-api.ts';
import { asApiError } from '#shared/api/api-error.ts';
import { useDismiss } from '#shared/hooks/use-dismiss.ts';
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
  readonly key:
    | 'today'
    | 'products'
    | 'vouchers'
    | 'people'
    | 'figures'
    | 'settings'
    | 'newProduct'
    | 'countStock'
    | 'newVoucher'
    | 'importGoods'
    | Exclude<keyof Today['counts'], 'asks'>;
  readonly path: string;
  readonly icon: ComponentProps<typeof DeskIcon>['name'];
  readonly who?: StaffRole;
};

/** Entries that phones show in the bar at the foot, before and after the menu of what can be begun. */
const entries: readonly Entry[] = [
  { key: 'today', path: deskPath, icon: 'today' },
  { key: 'toSend', path: deskPages.orders, icon: 'parcel' },
];
const productEntries: readonly Entry[] = [{ key: 'products', path: deskPages.products, icon: 'vase' }];

/** What can be begun from every page. */
const startEntries: readonly Entry[] = [
  { key: 'newProduct', path: `${deskPages.products}/new`, icon: 'vase', who: 'seller' },
  { key: 'countStock', path: `${deskPages.products}?count=1`, icon: 'check' },
  { key: 'newVoucher', path: `${deskPages.vouchers}/new`, icon: 'tag', who: 'seller' },
  { key: 'importGoods', path: deskPages.importing, icon: 'up', who: 'seller' },
];

/** Entries behind "More" on phones, by group. */
const moreEntries: readonly (readonly Entry[])[] = [
  [
    { key: 'messages', path: deskPages.messages, icon: 'mail' },
    { key: 'refunds', path: deskPages.refunds, icon: 'returns' },
    { key: 'reviews', path: deskPages.reviews, icon: 'chat' },
  ],
  [
    { key: 'vouchers', path: deskPages.vouchers, icon: 'tag', who: 'seller' },
    { key: 'people', path: deskPages.people, icon: 'people', who: 'seller' },
    { key: 'figures', path: deskPages.figures, icon: 'figures', who: 'seller' },
  ],
  [{ key: 'settings', path: deskPages.settings, icon: 'settings', who: 'seller' }],
];

const isWithin = (pathname: string, path: string): boolean => pathname === path || (path !== deskPath && pathname.startsWith(`${path}/`));

type Counts = Today['counts'] | undefined;

const countOf = (counts: Counts, key: Entry['key']): number =>
  (counts as Readonly<Partial<Record<Entry['key'], number>>> | undefined)?.[key] ?? 0;

/** How many wait in a page, or in all of a menu. */
const Waiting = ({ count }: { readonly count: number }) => {
  const { t } = useTranslation('desk');
  if (count === 0) return null;
  return (
    <b>
      {count}
      <span className="visually-hidden"> {t('nav.waiting')}</span>
    </b>
  );
};

type EntriesProps = { readonly shown: readonly Entry[]; readonly counts?: Counts; readonly onPress?: () => void };

const Entries = ({ shown, counts, onPress }: EntriesProps) => {
  const { t } = useTranslation('desk');
  const { pathname } = useLocation();
  return (
    <ul>
      {shown.map(({ key, path, icon }) => (
        <li key={key}>
          <Link to={path} aria-current={isWithin(pathname, path) ? 'page' : undefined} onClick={onPress}>
            <DeskIcon name={icon} />
            <span>{t(`nav.${key}`)}</span>
            <Waiting count={countOf(counts, key)} />
          </Link>
        </li>
      ))}
    </ul>
  );
};

type MenuProps = {
  readonly name: 'start' | 'more';
  readonly icon: Entry['icon'];
  readonly groups: readonly (readonly Entry[])[];
  readonly role: StaffRole;
  readonly counts?: Counts;
};

/** A button of the navigation with pages behind it. It closes after a press on one of them, a press elsewhere, and Escape, which returns the focus. */
const Menu = ({ name, icon, groups, role, counts }: MenuProps) => {
  const { t } = useTranslation('desk');
  const { pathname } = useLocation();
  const menuId = useId();
  const menuRef = useRef<HTMLFieldSetElement>(null);
  const toggleRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  usePathLeave(() => setIsOpen(false));
  useDismiss(menuRef, isOpen, (by) => {
    setIsOpen(false);
    if (by === 'escape') toggleRef.current?.focus();
  });
  const shown = groups.map((group) => group.filter(({ who }) => who === undefined || who === role)).filter((group) => group.length > 0);
  const entriesOfAll = shown.flat();
  const isCurrent = entriesOfAll.some(({ path }) => isWithin(pathname, path));
  return (
    <fieldset ref={menuRef} aria-label={t(`nav.${name}`)} className={`desk-nav-${name}`}>
      <button
        ref={toggleRef}
        type="button"
        aria-expanded={isOpen}
        aria-controls={menuId}
        onClick={() => setIsOpen(!isOpen)}
        className={isCurrent ? 'desk-toggle is-current' : 'desk-toggle'}
      >
        <DeskIcon name={icon} />
        <span>{t(`nav.${name}`)}</span>
        <Waiting count={entriesOfAll.reduce((total, { key }) => total + countOf(counts, key), 0)} />
      </button>
      <div id={menuId} className={isOpen ? 'desk-menu-pages is-open' : 'desk-menu-pages'}>
        {shown.map((group) => (
          <Entries key={group[0]?.key} shown={group} counts={counts} onPress={() => setIsOpen(false)} />
        ))}
      </div>
    </fieldset>
  );
};

/** The pages of the desk with how many wait in each: a rail at the side, on phones a bar at the foot with menus of what can be begun, and of the rest. */
const Navigation = ({ role }: Pick<StaffProfile, 'role'>) => {
  const { t } = useTranslation('desk');
  const counts = useWaiting().data?.counts;
  return (
    <nav aria-label={t('nav.label')}>
      <Entries shown={entries} counts={counts} />
      <Menu name="start" icon="plus" groups={[startEntries]} role={role} />
      <Entries shown={productEntries} />
      <Menu name="more" icon="more" groups={moreEntries} role={role} counts={counts} />
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
