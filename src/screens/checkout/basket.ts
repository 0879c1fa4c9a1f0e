import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { TotalsParts } from '#blocks/cart-view/totals.tsx';
import { type CartRow, type CartView, cartView } from '#blocks/cart-view/use-cart-view.ts';
import type { ChosenDeliveryWay, Delivery } from '#blocks/delivery-ways/use-delivery.ts';
import { usePrices } from '#blocks/price/price.tsx';
import type { Voucher } from '#blocks/voucher/use-voucher.ts';
import { type CartLine, quantityLimit } from '#contract/cart-line.ts';
import { type Pence, sum } from '#contract/money.ts';
import type { Product } from '#contract/product.ts';
import { resolveVariant } from '#contract/resolve-variant.ts';
import { availableQuantity } from '#contract/stock.ts';
import { type Variant, withVariant } from '#contract/variant.ts';
import { withQuantity } from '#features/cart/cart-slice.ts';
import { paths } from '#shared/paths.ts';

/** What the checkout orders: the cart, or one product on its own. */
export type Goods = CartView & {
  /** The lines as the shopper chose them, before they are reduced to what is in stock. */
  readonly original: readonly CartLine[];
  readonly isCart: boolean;
  /** Says how a quantity in the URL was corrected. */
  readonly notice?: string | undefined;
  /** Reduces a line's quantity to what is in stock. */
  readonly reduceToStock: (row: CartRow) => void;
  readonly remove: (row: CartRow) => void;
  /** The id of the shopper's own unpaid order of these goods. */
  readonly replaces: string | undefined;
};

/** What delivery and, where the shopper has asked for it, gift wrapping cost. */
type ChargedDelivery = Omit<Delivery, 'parts'> & { readonly parts: TotalsParts; readonly isGiftWrapped: boolean };

export const withGiftWrap = (delivery: Delivery, price: Pence | undefined): ChargedDelivery => {
  if (price === undefined) return { ...delivery, isGiftWrapped: false };
  return {
    ...delivery,
    isGiftWrapped: true,
    extra: sum([delivery.extra, price]),
    total: sum([delivery.total, price]),
    parts: [...delivery.parts, { kind: 'giftWrap', amount: price }],
  };
};

/** Goods with the way to get them, the voucher, and the total with both. */
export type Basket = Omit<Goods, 'delivery' | 'total'> & {
  readonly way: ChosenDeliveryWay;
  readonly delivery: ChargedDelivery;
  readonly voucher: Voucher;
  readonly total: Pence;
};

/** Up to the limit of a line; undefined for what is no quantity. */
const readQuantity = (text: string): number | undefined => (/^0*[1-9]\d*$/.test(text) ? Math.min(Number(text), quantityLimit) : undefined);

/**
 * The basket of one product, apart from the cart; an invalid quantity is corrected with a notice. `undefined` while a choice is missing.
 * `quantityParam` and `chosen` come from the URL.
 */
export const useProductBasket = (product: Product, quantityParam: string, chosen: Variant): Omit<Goods, 'replaces'> | undefined => {
  const { t } = useTranslation('checkout');
  const { isReseller } = usePrices();
  const navigate = useNavigate();
  const { variant, missing } = resolveVariant(product, chosen);
  if (missing.length > 0) return undefined;
  const wanted = readQuantity(quantityParam);
  const left = availableQuantity(product, variant);
  const quantity = Math.max(1, Math.min(wanted ?? 1, left));
  const lineOf = (count: number) =>
    withQuantity({ ...withVariant(product, variant), cartItemId: product._id, quantity: count, totalDeliveryCost: 0 }, count);
  const line = lineOf(quantity);
  const notice =
    wanted === undefined
      ? t('quantity.odd', { asked: quantityParam.slice(0, 20) })
      : left > 0 && left < wanted
        ? t('quantity.fewer', { wanted: quantityParam.slice(0, 20), count: left })
        : undefined;
  return {
    ...cartView([line], () => ({ product, isDiscontinued: false }), isReseller),
    original: [lineOf(wanted ?? 1)],
    isCart: false,
    notice,
    reduceToStock: (row) => void navigate(paths.checkoutOf(product._id, row.maxQuantity, chosen), { replace: true }),
    remove: () => void navigate(paths.product(product._id, chosen)),
  };
};
