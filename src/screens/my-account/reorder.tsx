import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import { type AddReport, AddReportNote } from '#blocks/add-report/add-report.tsx';
import type { Order } from '#contract/order.ts';
import type { Product } from '#contract/product.ts';
import { resolveVariant, withCurrentNames } from '#contract/resolve-variant.ts';
import { isSameVariant, type Variant } from '#contract/variant.ts';
import { remainingBeside, selectLines } from '#features/cart/cart-slice.ts';
import { useCart } from '#features/cart/use-cart.ts';
import { useLookup } from '#features/catalogue/use-products.ts';
import { useStockText } from '#features/catalogue/use-stock-text.ts';
import { itemVariant } from '#features/orders/order-texts.ts';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';

type OrderItem = Order['items'][number];
type CartState = Parameters<typeof selectLines>[0];

/** The ordered variant, if the product is still sold like that and needs no other choice. */
const currentVariant = (item: OrderItem, product: Product): Variant | undefined => {
  const ordered = itemVariant(item);
  const { variant, missing } = resolveVariant(product, ordered);
  return missing.length === 0 && isSameVariant(variant, withCurrentNames(product, ordered)) ? variant : undefined;
};

type ReorderProps = {
  readonly items: readonly OrderItem[];
  /** What else can be done with the order, beside the button. */
  readonly children: ReactNode;
};

/** Adds the items of a past order to the cart at today's prices, and reports what could not be added and why. */
export const Reorder = ({ items, children }: ReorderProps) => {
  const { t } = useTranslation('account');
  const store = useStore<CartState>();
  const stockText = useStockText();
  const { add } = useCart();
  const { find } = useLookup(items.map(({ product }) => product._id));
  const [report, setReport] = useState<AddReport>();

  /** Adds what is in stock; `reason` says why fewer than ordered were added. */
  const addItem = (item: OrderItem): { readonly added: number; readonly reason?: string } => {
    const { product, isDiscontinued } = find(item.product._id);
    if (!product) return { added: 0, reason: isDiscontinued ? stockText(undefined) : t('reorder.unknown') };
    const variant = currentVariant(item, product);
    if (!variant) return { added: 0, reason: t('reorder.choice') };
    // Reads the cart for each item: earlier items reduce the stock.
    const maxQuantity = remainingBeside(selectLines(store.getState()), product, variant);
    const added = Math.min(item.quantity, maxQuantity);
    if (added === 0) return { added, reason: stockText(0) };
    add(product, variant, added);
    return added < item.quantity ? { added, reason: t('reorder.fewer', { count: added, wanted: item.quantity }) } : { added };
  };

  const addAll = () => {
    const outcomes = items.map((item) => ({ item, ...addItem(item) }));
    setReport({
      added: outcomes.reduce((count, { added }) => count + added, 0),
      notAdded: outcomes.flatMap(({ item: { _id, product }, reason }) =>
        reason === undefined ? [] : [{ id: _id, name: product.name, reason }],
      ),
    });
  };

  return (
    <>
      <div className="account-actions">
        <button type="button" className="btn btn-outline-primary" onClick={addAll}>
          {t('reorder.button')}
        </button>
        {children}
      </div>
      <div role="status">
        {report && (
          <AddReportNote report={report} addedText={t('reorder.added', { count: report.added })} notAddedText={t('reorder.left')}>
            {report.added > 0 && <Link to={paths.cart}>{t('reorder.cart')}</Link>}
          </AddReportNote>
        )}
      </div>
    </>
  );
};
