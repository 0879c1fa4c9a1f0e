import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Product } from '#contract/product.ts';
import { useCart } from '#features/cart/use-cart.ts';
import { paths } from '#shared/paths.ts';
import { useSelection } from './use-selection.ts';

/**
 * What a shopper is about to buy of a product: the choice, how many, and the two ways to buy it. Shared by everything on the page
 * that sells, so that none asks for what another was told. Put `form` on the form that holds the pickers.
 */
export const usePurchase = (product: Product) => {
  const selection = useSelection(product);
  const { add, refuse } = useCart();
  const navigate = useNavigate();
  const [wanted, setWanted] = useState(1);
  const [isAsked, setIsAsked] = useState(false);
  // How many could be had when more were asked for; another choice may have more.
  const [refusedAt, setRefusedAt] = useState<number>();
  const form = useRef<HTMLFormElement>(null);
  const { choice, missing, left } = selection;
  const quantity = Math.max(1, Math.min(wanted, left));
  /** Another choice keeps the quantity that is shown: one that the last choice could not bear must not come back with it. */
  const keepingQuantity =
    (pick: (key: string) => void) =>
    (key: string): void => {
      setWanted(quantity);
      pick(key);
    };

  /** Is everything chosen? If not, the first picker that waits for an answer takes the focus. */
  const isChosen = (): boolean => {
    setIsAsked(true);
    const pickers = [...(form.current?.querySelectorAll('fieldset.picker') ?? [])];
    const open = pickers.find((picker) => !picker.querySelector(':checked'));
    if (missing.length > 0) open?.querySelector('input')?.focus();
    return missing.length === 0;
  };

  return {
    form,
    selection: {
      ...selection,
      pickColor: keepingQuantity(selection.pickColor),
      pickSize: keepingQuantity(selection.pickSize),
      pickType: keepingQuantity(selection.pickType),
    },
    quantity,
    asked: isAsked ? missing : [],
    /** More were asked for than can be had. */
    isRefused: refusedAt === left,
    /** A number the stock does not bear is refused, and the nearest one taken. */
    setQuantity: (asking: number) => {
      if (asking > left) refuse();
      setRefusedAt(asking > left ? left : undefined);
      setWanted(Math.max(1, asking));
    },
    /** Says whether it was added. */
    addToCart: (): boolean => {
      if (!isChosen()) return false;
      const isAdded = add(product, choice, quantity);
      setRefusedAt(isAdded ? undefined : left);
      if (isAdded) setWanted(1);
      return isAdded;
    },
    buyNow: () => {
      const { selectedProductColor: colour, selectedProductSize: size, selectedVariation: type } = choice;
      if (isChosen()) void navigate(paths.checkoutOf(product._id, quantity, { colour, size, type: type?._id }));
    },
  };
};

export type Purchase = ReturnType<typeof usePurchase>;
