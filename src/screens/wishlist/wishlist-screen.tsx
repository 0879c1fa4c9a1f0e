import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { type AddReport, AddReportNote } from '#blocks/add-report/add-report.tsx';
import { LazyBrowseOn } from '#blocks/browse-on/lazy-browse-on.ts';
import { ListedPrice } from '#blocks/price/listed-price.tsx';
import { MainButton } from '#blocks/product-tile/main-button.tsx';
import { available, needsChoice } from '#contract/stock.ts';
import { useCart } from '#features/cart/use-cart.ts';
import { ProductPicture, picturesOf } from '#features/catalogue/product-picture.tsx';
import { type CurrentProduct, useCurrentProducts } from '#features/catalogue/use-products.ts';
import { useStockText } from '#features/catalogue/use-stock-text.ts';
import { useWishlistItems } from '#features/wishlist/use-wishlist.ts';
import { ScreenTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { selectIsRestored } from '#shared/restored-slice.ts';
import { ConfirmButton } from '#shared/ui/confirm-button.tsx';
import { EmptyNote } from '#shared/ui/empty-note.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { UndoHeading, useUndo } from '#shared/ui/undo-heading.tsx';
import '#styles/order-screens.scss';

const WishlistRow = ({ row: { product, isDiscontinued }, onRemove }: { readonly row: CurrentProduct; readonly onRemove: () => void }) => {
  const { t } = useTranslation(['wishlist', 'common']);
  const stockText = useStockText();
  return (
    <tr>
      <td className="list-product">
        <ProductPicture image={picturesOf(product)[0]} sizes="96px" alt="" />
        <Link className="cart-row-name" to={paths.product(product._id)}>
          {product.name}
        </Link>
      </td>
      <td data-label={t('columns.price')}>
        <ListedPrice product={product} />
      </td>
      <td data-label={t('columns.stock')}>{stockText(isDiscontinued ? undefined : available(product))}</td>
      <td className="list-buy">{!isDiscontinued && <MainButton product={product} />}</td>
      <td className="list-remove">
        <button type="button" className="icon-button" aria-label={t('common:line.remove', { name: product.name })} onClick={onRemove}>
          <Icon name="cross" />
        </button>
      </td>
    </tr>
  );
};

/** Adds every product that needs no choice and is available, and reports the outcome. */
const useAddAll = () => {
  const { t } = useTranslation('wishlist');
  const stockText = useStockText();
  const { add } = useCart();
  /** Adds one product, or returns why it cannot be added. */
  const addOrExplain = ({ product, isDiscontinued }: CurrentProduct): string | undefined => {
    if (isDiscontinued) return stockText(undefined);
    if (available(product) === 0) return stockText(0);
    if (needsChoice(product)) return t('report.choice');
    return add(product) ? undefined : t('report.limit');
  };
  return (rows: readonly CurrentProduct[]): AddReport => {
    const notAdded = rows.flatMap((row) => {
      const reason = addOrExplain(row);
      return reason === undefined ? [] : [{ id: row.product._id, name: row.product.name, reason }];
    });
    return { added: rows.length - notAdded.length, notAdded };
  };
};

/** The wishlist with today's prices and stock. */
export const WishlistScreen = () => {
  const { t } = useTranslation(['wishlist', 'common']);
  const isRestored = useSelector(selectIsRestored);
  const { items, remove, putBack, clear } = useWishlistItems();
  const addAll = useAddAll();
  const [report, setReport] = useState<AddReport>();
  const rows = useCurrentProducts(items);
  const undo = useUndo(rows.map(({ product }) => product._id));
  const canAdd = rows.some(({ product, isDiscontinued }) => !isDiscontinued && !needsChoice(product) && available(product) > 0);
  const columns = ['product', 'price', 'stock', 'buy', 'remove'] as const;
  return (
    <div className="container-xl cart-page">
      <ScreenTitle name="wishlist" />
      <UndoHeading text={t('heading')} undo={undo} />
      {!isRestored && <Spinner label={t('common:loading')} isFullPage />}
      {isRestored && rows.length === 0 && (
        <>
          <EmptyNote heading={t('empty.heading')} text={t('empty.text')} button={t('empty.button')} to={paths.shop} />
          <LazyBrowseOn />
        </>
      )}
      {isRestored && rows.length > 0 && (
        <>
          <table className="cart-table list-table">
            <caption className="visually-hidden">{t('heading')}</caption>
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
                <WishlistRow
                  key={row.product._id}
                  row={row}
                  onRemove={() => {
                    const { product } = row;
                    remove(product);
                    undo.removed({
                      key: product._id,
                      text: t('removed', { name: product.name }),
                      putBack: () => putBack(product, index),
                    });
                  }}
                />
              ))}
            </tbody>
          </table>
          <div className="button-row cart-ways">
            {canAdd && (
              <button type="button" className="btn btn-primary" onClick={() => setReport(addAll(rows))}>
                {t('addAll')}
              </button>
            )}
            <ConfirmButton label={t('clear')} text={t('clearText')} onConfirm={undo.clearBy(clear)} />
          </div>
          <div role="status">
            {report && (
              <AddReportNote report={report} addedText={t('report.added', { count: report.added })} notAddedText={t('report.left')} />
            )}
          </div>
        </>
      )}
    </div>
  );
};
