import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Product } from '#contract/product.ts';
import { useCart } from '#features/cart/use-cart.ts';
import { paths } from '#shared/paths.ts';
import { useSelection } from './use-selection.ts';

/**
 * The choice, the quantity and the ways to buy a product, shared by the buy box and the sticky bar of a page. `formRef` belongs on the form
 * that holds the pickers.
 */
export const usePurchase = (product: Product) => {
  const selection = useSelection(product);
  const { add, refuse } = useCart();
  const navigate = useNavigate();
  const [wanted, setWanted] = useState(1);
  const [isValidated, setIsValidated] = useState(false);
  // The stock at which a larger quantity was refused; another choice may have more.
  const [refusedAt, setRefusedAt] = useState<number>();
  const formRef = useRef<HTMLFormElement>(null);
  const { choice, missing, left } = selection;
  const quantity = Math.max(1, Math.min(wanted, left));
  /** A new choice starts from the displayed quantity, not from a larger one that was refused for the previous choice. */
  const keepingQuantity =
    (pick: (key: string) => void) =>
    (key: string): void => {
      setWanted(quantity);
      pick(key);
    };

  /** Returns whether everything is chosen; if not, shows the errors and focuses the first picker without a value. */
  const validateChoice = (): boolean => {
    setIsValidated(true);
    const pickers = [...(formRef.current?.querySelectorAll('fieldset.picker') ?? [])];
    const firstMissing = pickers.find((picker) => !picker.querySelector(':checked'));
    if (missing.length > 0) firstMissing?.querySelector('input')?.focus();
    return missing.length === 0;
  };

  return {
    formRef,
    selection: {
      ...selection,
      pickColor: keepingQuantity(selection.pickColor),
      pickSize: keepingQuantity(selection.pickSize),
      pickType: keepingQuantity(selection.pickType),
    },
    quantity,
    missing: isValidated ? missing : [],
    /** More were requested than are in stock. */
    isRefused: refusedAt === left,
    /** A quantity above the stock is refused and reduced to the stock. */
    setQuantity: (requested: number) => {
      if (requested > left) refuse();
      setRefusedAt(requested > left ? left : undefined);
      setWanted(Math.max(1, requested));
    },
    /** Returns whether it was added. */
    addToCart: (): boolean => {
      if (!validateChoice()) return false;
      const isAdded = add(product, choice, quantity);
      setRefusedAt(isAdded ? undefined : left);
      if (isAdded) setWanted(1);
      return isAdded;
    },
    buyNow: () => {
      const { selectedProductColor: colour, selectedProductSize: size, selectedVariation: type } = choice;
      if (validateChoice()) void navigate(paths.checkoutOf(product._id, quantity, { colour, size, type: type?._id }));
    },
  };
};

export type Purchase = ReturnType<typeof usePurchase>;
