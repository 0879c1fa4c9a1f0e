import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useNavigationType, useParams, useSearchParams } from 'react-router-dom';
import { useCartView } from '#blocks/cart-view/use-cart-view.ts';
import { CatalogueFailure } from '#blocks/catalogue-failure/catalogue-failure.tsx';
import { NotFoundMessage } from '#blocks/not-found-message/not-found-message.tsx';
import { useRemovePurchased } from '#blocks/purchased-lines/use-remove-purchased.ts';
import type { Order } from '#contract/order.ts';
import type { Product } from '#contract/product.ts';
import { readVariant } from '#contract/variant.ts';
import { selectLines } from '#features/cart/cart-slice.ts';
import { withoutReservations } from '#features/cart/reconcile-line.ts';
import { useCart } from '#features/cart/use-cart.ts';
import { selectError } from '#features/catalogue/catalogue-slice.ts';
import { type DetailedProduct, useDetailedProduct } from '#features/catalogue/use-products.ts';
import { cartSubject } from '#features/orders/order-attempt.ts';
import { useAttempt } from '#features/orders/use-attempt.ts';
import { ScreenTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { selectIsRestored } from '#shared/restored-slice.ts';
import { EmptyNote } from '#shared/ui/empty-note.tsx';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { PaidOrder } from './attempt-note.tsx';
import { type Goods, useProductBasket } from './basket.ts';
import { CheckoutFrame } from './checkout-frame.tsx';
import { CheckoutView } from './checkout-view.tsx';
import '#styles/order-screens.scss';

const useCartGoods = (placed: Order | undefined): Goods => {
  const original = useSelector(selectLines);
  const view = useCartView(placed);
  const { acknowledgeChange, remove } = useCart();
  return {
    ...view,
    replaces: view.unpaidOrder?._id,
    original,
    isCart: true,
    reduceToStock: ({ line }) => acknowledgeChange(line),
    remove: ({ line }) => remove(line),
  };
};

const CartCheckout = () => {
  const { t } = useTranslation(['checkout', 'common']);
  const isRestored = useSelector(selectIsRestored);
  const attempt = useAttempt(cartSubject, useNavigationType() === 'PUSH');
  const goods = useCartGoods(attempt.order);
  const isSettled = useRemovePurchased(attempt.paidId);
  if (!isRestored || !isSettled) return <Spinner label={t('common:loading')} isFullPage />;
  if (goods.rows.length > 0) return <CheckoutView goods={goods} attempt={attempt} />;
  if (attempt.isChecking) return <Spinner label={t('checking')} isFullPage />;
  if (attempt.paidId !== '') return <PaidOrder id={attempt.paidId} />;
  return <EmptyNote heading={t('empty.heading')} text={t('empty.text')} button={t('empty.button')} to={paths.shop} />;
};

const OneProduct = ({ product, quantityParam }: { readonly product: Product; readonly quantityParam: string }) => {
  const { t } = useTranslation('checkout');
  const [query] = useSearchParams();
  const variant = readVariant(query);
  const attempt = useAttempt(product._id, useNavigationType() === 'PUSH');
  const unpaid = attempt.order?.status === 'pending' ? attempt.order : undefined;
  const goods = useProductBasket(withoutReservations(product, unpaid?.items ?? []), quantityParam, variant);
  useRemovePurchased(attempt.paidId);
  const isSoldOut = goods?.rows.every(({ isUnavailable }) => isUnavailable);
  const isClosed = isSoldOut && !attempt.order && attempt.isReady;
  const isForm = goods !== undefined && !isClosed && attempt.isReady;
  /** Whether the form was there, which a shopper may have been filling in. */
  const [wasForm, setWasForm] = useState(isForm);
  if (isForm && !wasForm) setWasForm(true);
  if (isClosed)
    return (
      <EmptyNote
        isOutcome={wasForm}
        heading={t('soldOut.heading', { name: product.name })}
        text={t('soldOut.text')}
        button={t('soldOut.button', { name: product.name })}
        to={paths.product(product._id, variant)}
      />
    );
  if (goods) return <CheckoutView goods={{ ...goods, replaces: unpaid?._id }} attempt={attempt} />;
  return (
    <EmptyNote
      isOutcome={wasForm}
      heading={t('unchosen.heading')}
      text={t('unchosen.text', { name: product.name })}
      button={t('unchosen.button')}
      to={paths.product(product._id, variant)}
    />
  );
};

type ProductCheckoutProps = Pick<DetailedProduct, 'product' | 'details' | 'retry'> & { readonly quantityParam: string };

const ProductCheckout = ({ product, details, retry, quantityParam }: ProductCheckoutProps) => {
  const { t } = useTranslation('common');
  const hasFailed = useSelector(selectError) !== null;
  if (product) return <OneProduct key={product._id} product={product} quantityParam={quantityParam} />;
  if (details.kind === 'failed') return <FailureNote error={details.error} onRetry={retry} isBusy={details.isRetrying} />;
  return details.kind === 'loaded' && hasFailed ? <CatalogueFailure /> : <Spinner label={t('loading')} isFullPage />;
};

/** The checkout of the cart, or of the product that the URL names. */
export const CheckoutScreen = () => {
  const { t } = useTranslation(['checkout', 'common']);
  const { id = '', itemQuantity = '' } = useParams();
  const [query] = useSearchParams();
  const { isDiscontinued, ...product } = useDetailedProduct(id);
  const isUnknown = id !== '' && isDiscontinued;
  const isCart = id === '' || isUnknown;
  return (
    <CheckoutFrame back={isCart ? paths.cart : paths.product(id, readVariant(query))} backText={t(isCart ? 'frame.cart' : 'frame.product')}>
      {isUnknown ? (
        <NotFoundMessage heading={t('common:notFound.product')} text={t('common:notFound.productText')} />
      ) : (
        <div className="container-xl cart-page checkout-page">
          <ScreenTitle name="checkout" />
          <h1>{t('heading')}</h1>
          {id === '' ? <CartCheckout /> : <ProductCheckout {...product} quantityParam={itemQuantity} />}
        </div>
      )}
    </CheckoutFrame>
  );
};
