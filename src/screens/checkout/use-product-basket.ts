import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { cartView } from '#blocks/cart-view/use-cart-view.ts';
import { usePrices } from '#blocks/price/use-prices.ts';
import { quantityLimit } from '#contract/cart-line.ts';
import { choiceOf, type ProductChoice } from '#contract/choice.ts';
import type { Product } from '#contract/product.ts';
import { available } from '#contract/stock.ts';
import { withQuantity } from '#features/cart/cart-slice.ts';
import { paths, type VariantParams } from '#shared/paths.ts';
import type { Basket } from './basket.ts';

/** The choice in the URL's query; `undefined` if a part is missing or no longer offered. */
const choiceIn = (product: Product, { colour, size, option }: VariantParams): ProductChoice | undefined => {
  const color = product.variation.find((each) => each.color === colour);
  const sized = color?.size.find(({ name }) => name === size);
  const typed = product.types.find(({ _id }) => _id === option);
  const isComplete =
    (product.variation.length === 0 || color) && (!color || color.size.length === 0 || sized) && (product.types.length === 0 || typed);
  if (!isComplete) return undefined;
  return choiceOf({ selectedVariation: typed, selectedProductColor: color?.color, selectedProductSize: sized?.name });
};

const readQuantity = (text: string): number | undefined => {
  const quantity = /^\d+$/.test(text) ? Number(text) : 0;
  return quantity >= 1 && quantity <= quantityLimit ? quantity : undefined;
};

/**
 * The basket of one product, apart from the cart; an invalid quantity is corrected with a notice. `undefined` while a choice is missing.
 * `quantityParam` and `chosen` come from the URL.
 */
export const useProductBasket = (product: Product, quantityParam: string, chosen: VariantParams): Omit<Basket, 'voucher'> | undefined => {
  const { t } = useTranslation('checkout');
  const { isReseller } = usePrices();
  const navigate = useNavigate();
  const choice = choiceIn(product, chosen);
  if (!choice) return undefined;
  const wanted = readQuantity(quantityParam);
  const left = available(product, choice);
  const quantity = Math.max(1, Math.min(wanted ?? 1, left));
  const lineOf = (count: number) =>
    withQuantity({ ...product, ...choice, cartItemId: product._id, quantity: count, totalDeliveryCost: 0 }, count);
  const line = lineOf(quantity);
  const notice =
    wanted === undefined
      ? t('quantity.odd', { asked: quantityParam.slice(0, 20) })
      : left > 0 && left < wanted
        ? t('quantity.fewer', { wanted, count: left })
        : undefined;
  return {
    ...cartView([line], () => ({ product, isDiscontinued: false }), isReseller),
    original: [lineOf(wanted ?? 1)],
    isCart: false,
    notice,
    reduceToStock: (row) => void navigate(paths.checkoutOf(product._id, row.left, chosen), { replace: true }),
    remove: () => void navigate(paths.product(product._id, chosen)),
  };
};
