import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { selectItems } from '#features/compare/compare-slice.ts';
import { clientOnly } from '#shared/ui/client-only.tsx';
import { useScreen } from './use-screen.ts';

// The comparison is in the browser's storage, so it is not server-rendered.
const CompareDrawer = clientOnly(
  () => import('#blocks/compare-drawer/compare-drawer.tsx').then((module) => module.CompareDrawer),
  ['compare'],
);

/** The drawer of compared products: on shop lists and product pages, while there are any, but not over the form of a review. */
export const CompareDrawerSlot = () => {
  const { search } = useLocation();
  const id = useScreen()?.id;
  const isComparing = useSelector(selectItems).length > 0;
  if (!isComparing || (id !== 'shop' && id !== 'product') || new URLSearchParams(search).has('review')) return null;
  return <CompareDrawer isOnProduct={id === 'product'} />;
};
