import { useSelector } from 'react-redux';
import { useCartView } from '#blocks/cart-view/use-cart-view.ts';
import { selectLines } from '#features/cart/cart-slice.ts';
import { useCart } from '#features/cart/use-cart.ts';
import type { Basket } from './basket.ts';

export const useCartBasket = (): Basket => {
  const original = useSelector(selectLines);
  const view = useCartView();
  const { acknowledgeChange, remove } = useCart();
  return { ...view, original, isCart: true, reduceToStock: ({ line }) => acknowledgeChange(line), remove: ({ line }) => remove(line) };
};
