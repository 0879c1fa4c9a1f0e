import { useSelector } from 'react-redux';
import { usePrices } from '#blocks/price/use-prices.ts';
import type { CartLine } from '#contract/cart-line.ts';
import { type Pence, pence, sum, times } from '#contract/money.ts';
import { type UnitPrice, unitPrice } from '#contract/pricing.ts';
import type { Product } from '#contract/product.ts';
import { selectLines } from '#features/cart/cart-slice.ts';
import { type LineChange, reconcileLine } from '#features/cart/reconcile-line.ts';
import { type ProductLookup, useLookup } from '#features/catalogue/use-products.ts';

/** A cart line by today's catalogue: `subtotal` and `delivery` in pence for the whole line, 0 for one that is not available. */
export type CartRow = {
  readonly line: CartLine;
  /** As the catalogue has it now; `undefined` if it is unknown or no longer sold. */
  readonly product: Product | undefined;
  readonly price: UnitPrice;
  readonly subtotal: Pence;
  readonly delivery: Pence;
  readonly left: number;
  readonly changes: readonly LineChange[];
  readonly isGone: boolean;
};

export type CartView = { readonly rows: readonly CartRow[]; readonly goods: Pence; readonly delivery: Pence; readonly total: Pence };

const nothing = sum([]);

/** Cart lines by today's catalogue and this shopper's prices, with sums. Earlier lines have first claim on shared stock. */
export const cartView = (lines: readonly CartLine[], find: (id: string) => ProductLookup, isReseller: boolean): CartView => {
  const rows: CartRow[] = [];
  for (const added of lines) {
    const { product, isDiscontinued } = find(added._id);
    const before = rows.filter(({ isGone }) => !isGone).map((row) => row.line);
    const { line, left, changes } = reconcileLine(added, isDiscontinued ? undefined : (product ?? added), before);
    const price = unitPrice(line, isReseller);
    const isGone = changes.some(({ kind }) => kind === 'gone' || kind === 'taken');
    rows.push({
      line,
      product,
      price,
      left,
      changes,
      isGone,
      subtotal: isGone ? nothing : times(price.unit, line.quantity),
      delivery: isGone ? nothing : times(pence(line.deliveryCost), line.quantity),
    });
  }
  const goods = sum(rows.map(({ subtotal }) => subtotal));
  const delivery = sum(rows.map((row) => row.delivery));
  return { rows, goods, delivery, total: sum([goods, delivery]) };
};

/** The cart by today's catalogue and this shopper's prices, with its sums; the same for mini-cart, cart and checkout. */
export const useCartView = (): CartView => {
  const lines = useSelector(selectLines);
  const find = useLookup(lines.map(({ _id }) => _id));
  const { isReseller } = usePrices();
  return cartView(lines, find, isReseller);
};
