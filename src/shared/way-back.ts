/** Only its paths count: no address is ever asked for there. */
const here = 'http://shop.invalid';

/** The query that carries where a shopper came from. */
export const fromKey = 'from';

/**
 * Where a shopper is led after signing in: the path that `from` names, if it is one of this shop's own, else `otherwise`.
 * Whatever a browser would take for another host or for a script is refused, however it is written.
 */
export const wayBack = (from: string | null, otherwise: string): string => {
  if (!from?.startsWith('/') || !URL.canParse(from, here)) return otherwise;
  const { origin, pathname, search, hash } = new URL(from, here);
  // "/.//host" has this origin, and a path that would be a host where it is read on its own.
  if (origin !== here || pathname.startsWith('//')) return otherwise;
  return pathname + search + hash;
};

/** An address with a way back to `from`; without one when that is not needed. */
export const withWayBack = (address: string, from: string | null): string => {
  if (from === null) return address;
  const [path = '', query] = address.split('?');
  const asked = new URLSearchParams(query);
  asked.set(fromKey, from);
  return `${path}?${asked}`;
};
