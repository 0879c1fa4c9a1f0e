import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { matchRow } from '#app/match-row.ts';
import { selectItems } from '#features/compare/compare-slice.ts';
import { late } from '#shared/ui/late.tsx';

// Nothing is compared before the shop can be used.
const CompareDrawer = late(() => import('#blocks/compare-drawer/compare-drawer.tsx').then((module) => module.CompareDrawer), ['compare']);

/** Where the goods to compare stand by: on shop lists and product pages, once there are any. */
export const ComparePlace = () => {
  const { pathname } = useLocation();
  const isComparing = useSelector(selectItems).length > 0;
  const { title } = matchRow(pathname).row;
  if (!isComparing || (title !== 'shop' && title !== 'product')) return null;
  return <CompareDrawer isOnProduct={title === 'product'} />;
};
