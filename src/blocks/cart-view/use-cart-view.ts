import { useSelector } from 'react-redux';
import { usePrices } from '#blocks/price/price.tsx';
import type { CartLine } from '#contract/cart-line.ts';
import { type Pence, pence, sum, times } from '#contract/money.ts';
import type { Order } from '#contract/order.ts';
import { type UnitPrice, unitPrice } from '#contract/pricing.ts';
import type { Product } from '#contract/product.ts';
import { selectLines } from '#features/cart/cart-slice.ts';
import { type LineChange, reconcileLine, withoutReservations } from '#features/cart/reconcile-line.ts';
import { type ProductLookup, useLookup } from '#features/catalogue/use-products.ts';
import { useCartOrder } from '#features/orders/use-order.ts';

/**
 * The working days that the slowest product of a cart is made in: all of them are posted together. `undefined` when no line can be ordered,
 * so that no delivery date is shown.
 */
export const makingDaysOf = (rows: readonly CartRow[]): number | undefined => {
  const orderable = rows.filter(({ isUnavailable }) => !isUnavailable);
  return orderable.length === 0 ? undefined : Math.max(...orderable.map(({ line }) => line.makingDays));
};

/** A cart line by today's catalogue: `subtotal` and `delivery` in pence for the whole line, 0 if it is unavailable. */
export type CartRow = {
  readonly line: CartLine;
  /** Today's product; undefined while it is loading, and if it is discontinued. */
  readonly product: Product | undefined;
  readonly price: UnitPrice;
  readonly subtotal: Pence;
  readonly delivery: Pence;
  readonly maxQuantity: number;
  readonly changes: readonly LineChange[];
  /** Sold out, discontinued, or the stock is used up by earlier lines: it cannot be ordered. */
  readonly isUnavailable: boolean;
};

export type CartView = { readonly rows: readonly CartRow[]; readonly subtotal: Pence; readonly delivery: Pence; readonly total: Pence };

const zero = sum([]);

/** Cart lines by today's catalogue and this shopper's prices, with sums. Earlier lines have first claim on shared stock. */
export const cartView = (lines: readonly CartLine[], find: (id: string) => ProductLookup, isReseller: boolean): CartView => {
  const rows: CartRow[] = [];
  for (const storedLine of lines) {
    const { product, isDiscontinued } = find(storedLine._id);
    const before = rows.filter(({ isUnavailable }) => !isUnavailable).map((row) => row.line);
    const { line, maxQuantity, changes } = reconcileLine(
      storedLine,
      isDiscontinued ? undefined : (product ?? storedLine),
      isReseller,
      before,
    );
    const price = unitPrice(line, isReseller);
    const isUnavailable = changes.some(({ kind }) => kind !== 'price' && kind !== 'stock');
    rows.push({
      line,
      product,
      price,
      maxQuantity,
      changes,
      isUnavailable,
      subtotal: isUnavailable ? zero : times(price.unit, line.quantity),
      delivery: isUnavailable ? zero : times(pence(line.deliveryCost), line.quantity),
    });
  }
  const subtotal = sum(rows.map((row) => row.subtotal));
  const delivery = sum(rows.map((row) => row.delivery));
  return { rows, subtotal, delivery, total: sum([subtotal, delivery]) };
};

/**
 * The cart by today's catalogue and this shopper's prices, with its sums; the same for mini-cart, cart and checkout. What `unpaidOrder`,
 * the shopper's own, reserves counts as available, as does what `placed` does, which this page has just placed; `paidId` is the id of the cart's order
 * once it is paid.
 */
export const useCartView = (placed?: Order): CartView & { readonly unpaidOrder: Order | undefined; readonly paidId: string } => {
  const lines = useSelector(selectLines);
  const { find } = useLookup(lines.map(({ _id }) => _id));
  const { isReseller } = usePrices();
  const { unpaidOrder: stored, paidId } = useCartOrder();
  const unpaidOrder = placed?.status === 'pending' ? placed : stored;
  const findOwn = (id: string): ProductLookup => {
    const found = find(id);
    return { ...found, product: found.product && withoutReservations(found.product, unpaidOrder?.items ?? []) };
  };
  return { ...cartView(lines, findOwn, isReseller), unpaidOrder, paidId };
};
