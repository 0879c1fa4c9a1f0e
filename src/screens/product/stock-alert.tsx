import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Product } from '#contract/product.ts';
import type { Variant } from '#contract/variant.ts';
import { ProductForm } from './product-form.ts';

/** For a variant out of stock: when it is usually back, and a button that opens the alert form, so that the form moves nothing by itself. */
export const StockAlert = ({ product, variant }: { readonly product: Product; readonly variant: Variant }) => {
  const { t } = useTranslation('product');
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <ProductForm form="stock-alert" product={product} variant={variant} />;
  return (
    <>
      {product.usuallyBack !== '' && <p>{t('soldOut.back', { when: product.usuallyBack })}</p>}
      <button type="button" className="btn btn-primary btn-lg" onClick={() => setIsOpen(true)}>
        {t('soldOut.alert')}
      </button>
    </>
  );
};

const tokenParams = ['notify', 'unsubscribe'] as const;

const withoutToken = (query: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...query].filter(([name]) => !tokenParams.some((param) => param === name)));

/** The dialog of a mailed link: `?notify=` confirms, `?unsubscribe=` ends. Closing it removes the token from the URL. */
export const StockAlertLink = () => {
  const [query, setQuery] = useSearchParams();
  const confirmToken = query.get('notify');
  const token = confirmToken ?? query.get('unsubscribe');
  if (!token) return null;
  return (
    <ProductForm
      key={token}
      form="alert-by-link"
      token={token}
      action={confirmToken ? 'confirm' : 'end'}
      onClose={() => setQuery(withoutToken, { replace: true, preventScrollReset: true })}
    />
  );
};
