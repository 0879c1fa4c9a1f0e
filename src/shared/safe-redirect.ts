import { redirectParam } from './paths.ts';

/** The base for parsing relative URLs; never requested. */
const base = 'http://shop.invalid';

/** A parsed URL; undefined for one that is none. (`URL.canParse` is newer than the oldest browsers.) */
export const parseUrl = (text: string, against: string): URL | undefined => {
  try {
    return new URL(text, against);
  } catch {
    return undefined;
  }
};

/**
 * Open-redirect guard: the path, query and hash of `from` if it is a URL of this shop, else `fallback`. Refuses whatever a browser
 * would read as another host or as a script.
 */
export const safeRedirect = (from: string | null, fallback: string): string => {
  const url = from?.startsWith('/') ? parseUrl(from, base) : undefined;
  if (!url) return fallback;
  const { origin, pathname, search, hash } = url;
  // "/.//host" has this origin, but its path would be a host when it is resolved again.
  if (origin !== base || pathname.startsWith('//')) return fallback;
  return pathname + search + hash;
};

/** A URL with `from` as its redirect parameter; unchanged for `null`. */
export const withRedirect = (address: string, from: string | null): string => {
  if (from === null) return address;
  const [path = '', query] = address.split('?');
  const params = new URLSearchParams(query);
  params.set(redirectParam, from);
  return `${path}?${params}`;
};
