import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError } from '#shared/api/api-error.ts';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { MoreButton } from './more-button.tsx';

/** The result of a query. */
type Query<Data> = {
  readonly currentData?: Data | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
};

type FetchedProps<Data> = { readonly query: Query<Data>; readonly children: (found: Data) => ReactNode };

/** What a query has found; until then that it is loading, and where it failed, why, with another try. */
export const Fetched = <Data,>({ query: { currentData, error, isFetching, refetch }, children }: FetchedProps<Data>) => {
  const { t } = useTranslation('common');
  return (
    <>
      {error !== undefined && <FailureNote error={asApiError(error)} onRetry={() => void refetch()} isBusy={isFetching} />}
      {currentData === undefined && isFetching && <Spinner label={t('loading')} />}
      {currentData !== undefined && children(currentData)}
    </>
  );
};

type Pages<Row> = { readonly pages: readonly { readonly items: readonly Row[] }[] };

type Paged<Row> = Query<Pages<Row>> & {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
};

/** The rows of a list that comes page by page. */
export const rowsOf = <Row,>(data: Pages<Row> | undefined): readonly Row[] => data?.pages.flatMap(({ items }) => items) ?? [];

type FetchedRowsProps<Row> = {
  readonly query: Paged<Row>;
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
