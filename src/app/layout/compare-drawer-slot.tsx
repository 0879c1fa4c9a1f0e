import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { Overlay } from '#blocks/overlay/overlay.ts';
import { selectItems } from '#features/compare/compare-slice.ts';
import { useScreen } from './use-screen.ts';

/** The drawer of compared products: on shop lists and product pages, while there are any, but not over the form of a review. */
export const CompareDrawerSlot = () => {
  const { search } = useLocation();
  const id = useScreen()?.id;
  const isComparing = useSelector(selectItems).length > 0;
  if (!isComparing || (id !== 'shop' && id !== 'product') || new URLSearchParams(search).has('review')) return null;
  return <Overlay kind="compare" isOnProduct={id === 'product'} />;
};
