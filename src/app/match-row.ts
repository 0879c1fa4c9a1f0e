import { matchRoutes } from 'react-router-dom';
import { notFoundRow, type RouteRow, routes } from './routes.ts';

/** Paths with capitals match by case, so that `/terms-and-conditions` is a redirect and not a match of `/Terms-and-Conditions`. */
export const isCaseSensitive = (path: string): boolean => path !== path.toLowerCase() && !path.includes(':');

const matchable = routes.map((row) => ({ path: row.path, caseSensitive: isCaseSensitive(row.path), row }));

type MatchedRow = { readonly row: RouteRow; readonly params: Readonly<Record<string, string | undefined>> };

const findRow = (pathname: string): MatchedRow => {
  const match = matchRoutes(matchable, pathname)?.[0];
  return match ? { row: match.route.row, params: match.params } : { row: notFoundRow, params: {} };
};

let latest: (MatchedRow & { readonly pathname: string }) | undefined;

/** The route of a path, with the path's decoded parameters. Keeps the latest: each match ranks all routes anew. */
export const matchRow = (pathname: string): MatchedRow => {
  if (latest?.pathname !== pathname) latest = { pathname, ...findRow(pathname) };
  return latest;
};
