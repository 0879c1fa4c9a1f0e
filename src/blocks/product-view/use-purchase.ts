import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Product } from '#contract/product.ts';
import { resolveVariant, withOnlySize } from '#contract/resolve-variant.ts';
import { availableQuantity } from '#contract/stock.ts';
import type { Variant } from '#contract/variant.ts';
import { useCart } from '#features/cart/use-cart.ts';
import { useChoiceBeforeHydration } from '#shared/hooks/use-input-before-hydration.ts';
import { paths } from '#shared/paths.ts';
import { parseQuantity } from '#shared/ui/quantity-stepper.tsx';

/** The first available colour, or else the first. */
const defaultColor = (product: Product): string | undefined =>
  (product.variation.find(({ color }) => availableQuantity(product, { color }) > 0) ?? product.variation[0])?.color;

/**
 * The shopper's choice of a product, with what is `missing` and how many units are `left`. Options that the product does not have are ignored, e.g.
 * the size of another colour. A colour is always chosen: the one that the pictures show.
 */
export const selectionOf = (product: Product, picked: Variant) => {
  const { variant: known } = resolveVariant(product, picked);
  const color = known.color ?? defaultColor(product);
  const selection = resolveVariant(product, withOnlySize(product, { ...picked, color }));
  return { ...selection, left: availableQuantity(product, selection.variant) };
};

/**
 * The choice, the quantity and the ways to buy a product, shared by the buy box and the sticky bar of a page. `picked` is what the shopper
 * chose, which `setPicked` replaces. `formRef` belongs on the form that holds the pickers.
 */
export const usePurchase = (product: Product, [picked, setPicked]: readonly [Variant, (picked: Variant) => void]) => {
  const selection = selectionOf(product, picked);
  const { add, refuse } = useCart();
  const navigate = useNavigate();
  const [wantedQuantity, setWantedQuantity] = useState(1);
  const [isValidated, setIsValidated] = useState(false);
  // The stock at which a larger quantity was refused; another choice may have more.
  const [refusedAt, setRefusedAt] = useState<number>();
  const { variant, missing, left } = selection;
  const quantity = Math.max(1, Math.min(wantedQuantity, left));

  /** A quantity above the stock is refused and reduced to the stock. Returns whether it is used as requested. */
  const changeQuantity = (requested: number, inStock: number): boolean => {
    if (requested > inStock) refuse();
    setRefusedAt(requested > inStock ? inStock : undefined);
    setWantedQuantity(Math.max(1, requested));
    return requested >= 1 && requested <= inStock;
  };

  // Compared as a whole: the quantity is limited by the stock of the variant that was chosen with it.
  const formRef = useChoiceBeforeHydration<HTMLFormElement>((form) => {
    const used = new FormData(form);
    const chosen: Variant = Object.fromEntries(
      (['color', 'size', 'variationId'] as const).flatMap((name) => {
        const value = used.get(name);
        return typeof value === 'string' && value !== variant[name] ? [[name, value]] : [];
      }),
    );
    const now = { ...picked, ...chosen };
    if (Object.keys(chosen).length > 0) setPicked(now);
    const requested = parseQuantity(String(used.get('quantity')));
    if (requested !== undefined && requested !== quantity) changeQuantity(requested, selectionOf(product, now).left);
  });

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
    selection,
    /** A new choice starts from the displayed quantity, not from a larger one that was refused for the previous choice. */
    pick: (some: Variant) => {
      setWantedQuantity(quantity);
      setPicked({ ...picked, ...some });
    },
    quantity,
    missing: isValidated ? missing : [],
    /** More were requested than are in stock. */
    isRefused: refusedAt === left,
    setQuantity: (requested: number) => changeQuantity(requested, left),
    /** Returns whether it was added. */
    addToCart: (): boolean => {
      if (!validateChoice()) return false;
      const isAdded = add(product, variant, quantity);
      setRefusedAt(isAdded ? undefined : left);
      if (isAdded) setWantedQuantity(1);
      return isAdded;
    },
    buyNow: () => {
      if (validateChoice()) void navigate(paths.checkoutOf(product._id, quantity, variant));
    },
  };
};

export type Purchase = ReturnType<typeof usePurchase>;
