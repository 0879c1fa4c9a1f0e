import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type List, type Query } from '#desk/desk-api.ts';
import { asApiError } from '#shared/api/api-error.ts';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { DeskHeading } from './desk-heading.tsx';
import { Rows, type RowsProps } from './row.tsx';
import { ShowContext } from './use-change.tsx';

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
  /** Heading of a page until it is found what it is about. */
  readonly title?: string;
  readonly children: (found: Data) => ReactNode;
};

/** What a query has found; until then that it is loading, and where it failed, why, with another try. */
export const Fetched = <Data,>({ query: { currentData, error, isFetching, refetch }, title, children }: FetchedProps<Data>) => {
  const { t } = useTranslation('common');
  return (
    <ShowContext value={() => void refetch()}>
      {title !== undefined && currentData === undefined && <DeskHeading title={title} />}
      {error !== undefined && <FailureNote error={asApiError(error)} onRetry={() => void refetch()} isBusy={isFetching} />}
      {currentData === undefined && isFetching && <Spinner label={t('loading')} />}
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
  /** What is said where there is none. */
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
