import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { matchRow } from '#app/match-row.ts';
import { selectItems } from '#features/compare/compare-slice.ts';
import { clientOnly } from '#shared/ui/client-only.tsx';

// The comparison is in the browser's storage, so it is not server-rendered.
const CompareDrawer = clientOnly(
  () => import('#blocks/compare-drawer/compare-drawer.tsx').then((module) => module.CompareDrawer),
  ['compare'],
);

/** The drawer of compared products: on shop lists and product pages, while there are any, but not over the form of a review. */
export const CompareDrawerSlot = () => {
  const { pathname, search } = useLocation();
  const isComparing = useSelector(selectItems).length > 0;
  const { title } = matchRow(pathname).row;
  if (!isComparing || (title !== 'shop' && title !== 'product') || new URLSearchParams(search).has('review')) return null;
  return <CompareDrawer isOnProduct={title === 'product'} />;
};
