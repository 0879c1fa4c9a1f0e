import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AddReport, AddReportNote } from '#blocks/add-report/add-report.tsx';
import { LineChoice } from '#blocks/cart-view/line-choice.tsx';
import { lineImage, lineName, lineSize } from '#blocks/cart-view/line-parts.ts';
import { ListedPrice, Price } from '#blocks/price/price.tsx';
import { MainButton } from '#blocks/product-tile/main-button.tsx';
import type { WishlistItem } from '#contract/cart-line.ts';
import type { Product } from '#contract/product.ts';
import { resolveVariant, withOnlySize } from '#contract/resolve-variant.ts';
import { availableQuantity } from '#contract/stock.ts';
import { type Variant, variantOf, withVariant } from '#contract/variant.ts';
import { useCart } from '#features/cart/use-cart.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import type { CurrentProduct } from '#features/catalogue/use-products.ts';
import { useStockText } from '#features/catalogue/use-stock-text.ts';
import { paths } from '#shared/paths.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';

/** A product as it is sold today, with the parts of a variant that it still offers. */
export const currentItem = (product: Product, variant: Variant): WishlistItem =>
  withVariant(product, resolveVariant(product, variant).variant);

/** The variant of a current item, if nothing is left to choose and it is available; otherwise undefined. */
const wholeVariant = (item: WishlistItem): Variant | undefined => {
  const { variant, missing } = resolveVariant(item, withOnlySize(item, variantOf(item)));
  return missing.length === 0 && availableQuantity(item, variant) > 0 ? variant : undefined;
};

type Row = CurrentProduct & { readonly product: WishlistItem };

const WishlistRow = ({ row: { product, isDiscontinued }, onRemove }: { readonly row: Row; readonly onRemove?: () => void }) => {
  const { t } = useTranslation(['wishlist', 'common']);
  const { t: common } = useTranslation('common');
  const stockText = useStockText();
  const address = paths.product(product._id, variantOf(product));
  const isSoldOut = !isDiscontinued && availableQuantity(product) === 0;
  return (
    <tr>
      <td className="list-product">
        <ProductPicture image={lineImage(product)} sizes="96px" alt="" />
        <div>
          <Link className="cart-row-name" to={address}>
            {lineName(product.name, product.selectedVariation)}
          </Link>
          <LineChoice color={product.selectedProductColor} size={lineSize(product)} />
        </div>
      </td>
      <td data-label={t('columns.price')}>{product.selectedVariation ? <Price product={product} /> : <ListedPrice product={product} />}</td>
      <td data-label={t('columns.stock')}>{stockText(isDiscontinued ? undefined : availableQuantity(product, variantOf(product)))}</td>
      <td className="list-buy">
        {isSoldOut && (
          <Link className="btn btn-outline-primary" to={address} aria-label={t('alert', { name: product.name })}>
            {t('alertShort')}
          </Link>
        )}
        {!isDiscontinued && !isSoldOut && <MainButton product={product} t={common} address={address} variant={wholeVariant(product)} />}
      </td>
      {onRemove && (
        <td className="list-remove">
          <button type="button" className="icon-button" aria-label={t('common:line.remove', { name: product.name })} onClick={onRemove}>
            <Icon name="cross" />
          </button>
        </td>
      )}
    </tr>
  );
};

type WishlistTableProps = {
  readonly caption: string;
  readonly rows: readonly Row[];
  /** Left out for somebody else's wishlist, which has no column for removing. */
  readonly onRemove?: (row: Row, index: number) => void;
};

/** The products of a wishlist with today's prices and stock. */
export const WishlistTable = ({ caption, rows, onRemove }: WishlistTableProps) => {
  const { t } = useTranslation('wishlist');
  const columns = ['product', 'price', 'stock', 'buy', ...(onRemove ? (['remove'] as const) : [])] as const;
  return (
    <table className="cart-table list-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              <span className={column === 'buy' || column === 'remove' ? 'visually-hidden' : ''}>{t(`columns.${column}`)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <WishlistRow key={row.product._id} row={row} {...(onRemove && { onRemove: () => onRemove(row, index) })} />
        ))}
      </tbody>
    </table>
  );
};

/** Adds all products that are available and completely chosen: `button`, if there are any, and `report`, the outcome. */
export const useAddAll = (rows: readonly Row[]) => {
  const { t } = useTranslation('wishlist');
  const stockText = useStockText();
  const { add } = useCart();
  const [report, setReport] = useState<AddReport>();
  /** Adds one product, or returns why it cannot be added. */
  const addOrExplain = ({ product, isDiscontinued }: Row): string | undefined => {
    if (isDiscontinued) return stockText(undefined);
    if (availableQuantity(product, variantOf(product)) === 0) return stockText(0);
    const variant = wholeVariant(product);
    if (!variant) return t('report.choice');
    return add(product, variant) ? undefined : t('report.limit');
  };
  const addAll = () => {
    const notAdded = rows.flatMap((row) => {
      const reason = addOrExplain(row);
      return reason === undefined ? [] : [{ id: row.product._id, name: row.product.name, reason }];
    });
    setReport({ added: rows.length - notAdded.length, notAdded });
  };
  const canAdd = rows.some(({ product, isDiscontinued }) => !isDiscontinued && wholeVariant(product));
  return {
    button: canAdd && (
      <button type="button" className="btn btn-primary" onClick={addAll}>
        {t('addAll')}
      </button>
    ),
    report: (
      <div role="status">
        {report && <AddReportNote report={report} addedText={t('report.added', { count: report.added })} notAddedText={t('report.left')} />}
      </div>
    ),
  };
};
