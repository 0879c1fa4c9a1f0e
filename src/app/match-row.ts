import { matchRoutes } from 'react-router-dom';
import { notFoundRow, type RouteRow, routeTable } from './route-table.ts';

/** Only what is written with capitals is told apart by them, so that `/terms-and-conditions` can lead on. */
export const isCaseSensitive = (path: string): boolean => path !== path.toLowerCase() && !path.includes(':');

const rows = routeTable.map((row) => ({ path: row.path, caseSensitive: isCaseSensitive(row.path), row }));

/** The row of the route table that answers a path, with the path's values. */
export const matchRow = (pathname: string): { readonly row: RouteRow; readonly values: Readonly<Record<string, string | undefined>> } => {
  const match = matchRoutes(rows, pathname)?.[0];
  return match ? { row: match.route.row, values: match.params } : { row: notFoundRow, values: {} };
};
