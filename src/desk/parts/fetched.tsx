import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { List, Query } from '#desk/desk-api.ts';
import { asApiError } from '#shared/api/api-error.ts';
import { ErrorNote, FailureNote } from '#shared/ui/failure-note.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { ShowContext } from './change-form.tsx';
import { DeskHeading } from './desk-heading.tsx';
import { useSignInDialog } from './identity.tsx';
import { Rows, type RowsProps } from './row.tsx';

/** The view of a list that the URL names, the first for any other; `?view=KEY`. */
export const useView = <View extends string>(views: readonly [View, ...View[]], parameter = 'view'): View => {
  const [params] = useSearchParams();
  return views.find((view) => view === params.get(parameter)) ?? views[0];
};

type ViewTabsProps<View extends string> = {
  readonly label: string;
  readonly views: readonly View[];
  readonly titleOf: (view: View) => string;
  /** How many items wait in each view. */
  readonly counts?: Readonly<Partial<Record<View, number>>> | undefined;
  readonly current: View;
};

/** The views of a list as links. */
export const ViewTabs = <View extends string>({ label, views, titleOf, counts, current }: ViewTabsProps<View>) => (
  <nav className="desk-views" aria-label={label}>
    {views.map((view) => {
      const count = counts?.[view] ?? 0;
      return (
        <Link key={view} to={{ search: `?view=${view}` }} preventScrollReset aria-current={view === current ? 'page' : undefined}>
          {titleOf(view)}
          {count > 0 && <small>{count}</small>}
        </Link>
      );
    })}
  </nav>
);

/** Adds the next page to a list. */
const MoreButton = ({ isBusy, onMore }: { readonly isBusy: boolean; readonly onMore: () => void }) => {
  const { t } = useTranslation(['desk', 'common']);
  return (
    <p className="desk-more">
      <button type="button" className="btn btn-outline-primary" aria-disabled={isBusy} onClick={() => !isBusy && onMore()}>
        {isBusy ? t('common:loading') : t('desk:more')}
      </button>
    </p>
  );
};

type FetchedProps<Data> = {
  readonly query: Query<Data>;
  /** Heading of the page until its data are loaded. */
  readonly title?: string;
  readonly children: (found: Data) => ReactNode;
};

/** The result of a query; while it loads, a note that it does, and after a failure the reason, with Retry. */
export const Fetched = <Data,>({ query: { currentData, error, isFetching, refetch }, title, children }: FetchedProps<Data>) => {
  const { t } = useTranslation(['common', 'desk']);
  const signIn = useSignInDialog();
  const failure = error === undefined ? undefined : asApiError(error);
  return (
    <ShowContext value={refetch}>
      {title !== undefined && currentData === undefined && <DeskHeading title={title} />}
      {failure &&
        (failure.status === 401 ? (
          <ErrorNote text={t('desk:signIn.ended')} action={t('desk:signIn.submit')} onRetry={signIn} isBusy={isFetching} />
        ) : (
          <FailureNote error={failure} onRetry={() => void refetch()} isBusy={isFetching} />
        ))}
      {currentData === undefined && isFetching && <Spinner label={t('common:loading')} />}
      {currentData !== undefined && children(currentData)}
    </ShowContext>
  );
};

type Page<Row> = { readonly items: readonly Row[] };

/** The rows of a list that are loaded. */
export const rowsOf = <Row,>(data: { readonly pages: readonly Page<Row>[] } | undefined): readonly Row[] =>
  data?.pages.flatMap(({ items }) => items) ?? [];

type FetchedRowsProps<Row> = {
  readonly query: List<Page<Row>>;
  /** Shown when there are no rows. */
  readonly empty: string;
  readonly children: (rows: readonly Row[]) => ReactNode;
};

/** The rows that are loaded, and a button for more. */
export const FetchedRows = <Row,>({ query, empty, children }: FetchedRowsProps<Row>) => {
  const rows = rowsOf(query.currentData);
  return (
    <>
      <Fetched query={query}>
        {() => (
          <>
            <p role="status" className="desk-empty">
              {rows.length === 0 && empty}
            </p>
            {rows.length > 0 && children(rows)}
          </>
        )}
      </Fetched>
      {query.hasNextPage && <MoreButton isBusy={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()} />}
    </>
  );
};

type FetchedListProps<Item> = Omit<FetchedRowsProps<Item>, 'children'> & Pick<RowsProps<Item>, 'className' | 'children'>;

/** The same as a list of `Row`s. */
export const FetchedList = <Item,>({ className, children, ...props }: FetchedListProps<Item>) => (
  <FetchedRows {...props}>
    {(rows) => (
      <Rows items={rows} className={className}>
        {children}
      </Rows>
    )}
  </FetchedRows>
);
