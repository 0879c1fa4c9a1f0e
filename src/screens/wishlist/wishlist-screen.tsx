import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { ListedPrice } from '#blocks/price/listed-price.tsx';
import { MainButton } from '#blocks/product-tile/main-button.tsx';
import { type ProductToday, useProductsToday } from '#blocks/today/use-products-today.ts';
import { available, needsChoice } from '#contract/stock.ts';
import { selectIsRestored } from '#features/cart/cart-slice.ts';
import { useCart } from '#features/cart/use-cart.ts';
import { ProductPicture, picturesOf } from '#features/catalogue/product-picture.tsx';
import { useStockWords } from '#features/catalogue/use-stock-words.ts';
import { useWishlistItems } from '#features/wishlist/use-wishlist.ts';
import { PageTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { shop } from '#shared/shop.ts';
import { AskButton } from '#shared/ui/ask-button.tsx';
import { EmptyNote } from '#shared/ui/empty-note.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';

const WishlistRow = ({ today: { product, isGone } }: { readonly today: ProductToday }) => {
  const { t } = useTranslation(['wishlist', 'common']);
  const { remove } = useWishlistItems();
  const stockWords = useStockWords();
  const nameId = useId();
  return (
    <tr>
      <td className="list-goods">
        <ProductPicture image={picturesOf(product)[0]} sizes="96px" alt="" />
        <Link id={nameId} className="cart-row-name" to={paths.product(product._id)}>
          {product.name}
        </Link>
      </td>
      <td data-label={t('columns.price')}>
        <ListedPrice product={product} />
      </td>
      <td data-label={t('columns.stock')}>{stockWords(isGone ? undefined : available(product))}</td>
      <td className="list-buy">{!isGone && <MainButton product={product} nameId={nameId} />}</td>
      <td className="list-remove">
        <button
          type="button"
          className="icon-button"
          aria-label={t('common:line.remove', { name: product.name })}
          onClick={() => remove(product)}
        >
          <Icon name="cross" />
        </button>
      </td>
    </tr>
  );
};

/** The wishlist (screens.md, Wishlist): every product as it stands today, to buy or to let go. */
export const WishlistScreen = () => {
  const { t } = useTranslation(['wishlist', 'titles', 'common']);
  const isRestored = useSelector(selectIsRestored);
  const { items, clear } = useWishlistItems();
  const { add } = useCart();
  const rows = useProductsToday(items);
  const simple = rows.filter(({ product, isGone }) => !isGone && !needsChoice(product) && available(product) > 0);
  const columns = ['product', 'price', 'stock', 'buy', 'remove'] as const;
  return (
    <div className="container-xl cart-page">
      <PageTitle title={t('titles:wishlist')} titleTemplate={shop.name} />
      <h1>{t('heading')}</h1>
      {!isRestored && <Spinner label={t('common:loading')} isFullPage />}
      {isRestored && rows.length === 0 && (
        <EmptyNote heading={t('empty.heading')} text={t('empty.text')} button={t('empty.button')} to={paths.shop} />
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
              {rows.map((today) => (
                <WishlistRow key={today.product._id} today={today} />
              ))}
            </tbody>
          </table>
          <div className="button-row cart-ways">
            {simple.length > 0 && (
              <button
                type="button"
                className="btn btn-primary"
                onClick={() => {
                  for (const { product } of simple) add(product);
                }}
              >
                {t('addAll')}
              </button>
            )}
            <AskButton
              label={t('clear')}
              heading={t('clearAsk.label')}
              text={t('clearAsk.text')}
              yes={t('clearAsk.yes')}
              no={t('clearAsk.no')}
              onYes={clear}
            />
          </div>
          {simple.length > 0 && simple.length < rows.length && <p className="quiet">{t('addAllNote')}</p>}
        </>
      )}
    </div>
  );
};
