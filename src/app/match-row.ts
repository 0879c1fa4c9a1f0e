import { matchRoutes } from 'react-router-dom';
import { notFoundRow, type RouteRow, routes } from './routes.ts';

/** Paths with capitals match by case, so that `/terms-and-conditions` is a redirect and not a match of `/Terms-and-Conditions`. */
export const isCaseSensitive = (path: string): boolean => path !== path.toLowerCase() && !path.includes(':');

const matchable = routes.map((row) => ({ path: row.path, caseSensitive: isCaseSensitive(row.path), row }));

/** The route of a path, with the path's decoded parameters. */
export const matchRow = (pathname: string): { readonly row: RouteRow; readonly params: Readonly<Record<string, string | undefined>> } => {
  const match = matchRoutes(matchable, pathname)?.[0];
  return match ? { row: match.route.row, params: match.params } : { row: notFoundRow, params: {} };
};
