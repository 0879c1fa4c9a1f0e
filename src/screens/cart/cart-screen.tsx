import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { type CartRow, useCartView } from '#blocks/cart-view/use-cart-view.ts';
import type { CartLine } from '#contract/cart-line.ts';
import { selectIsRestored } from '#features/cart/cart-slice.ts';
import { useCart } from '#features/cart/use-cart.ts';
import { PageTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { shop } from '#shared/shop.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { CartRowView } from './cart-row-view.tsx';
import { CartSummary } from './cart-summary.tsx';

const EmptyCart = () => {
  const { t } = useTranslation('cart');
  return (
    <div className="page-message">
      <p className="page-message-lead">{t('empty.heading')}</p>
      <p>{t('empty.text')}</p>
      <Link className="btn btn-primary" to={paths.shop}>
        {t('empty.button')}
      </Link>
    </div>
  );
};

const ClearButton = () => {
  const { t } = useTranslation('cart');
  const { clear } = useCart();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button type="button" className="btn btn-link" onClick={() => setIsAsking(true)}>
        {t('clear')}
      </button>
      <Dialog isOpen={isAsking} onClose={() => setIsAsking(false)} label={t('clearAsk.label')} className="ask">
        <h2>{t('clearAsk.label')}</h2>
        <p>{t('clearAsk.text')}</p>
        <div className="button-row">
          <button
            type="button"
            className="btn btn-primary"
            onClick={() => {
              setIsAsking(false);
              clear();
            }}
          >
            {t('clearAsk.yes')}
          </button>
          <button type="button" className="btn btn-outline-primary" onClick={() => setIsAsking(false)}>
            {t('clearAsk.no')}
          </button>
        </div>
      </Dialog>
    </>
  );
};

const CartTable = ({
  rows,
  onRemoved,
}: {
  readonly rows: readonly CartRow[];
  readonly onRemoved: (line: CartLine, index: number) => void;
}) => {
  const { t } = useTranslation('cart');
  const columns = ['product', 'unit', 'quantity', 'delivery', 'subtotal', 'actions'] as const;
  return (
    <table className="cart-table">
      <caption className="visually-hidden">{t('heading')}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              <span className={column === 'actions' ? 'visually-hidden' : ''}>{t(`columns.${column}`)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <CartRowView key={row.line.cartItemId} row={row} onRemoved={() => onRemoved(row.line, index)} />
        ))}
      </tbody>
    </table>
  );
};

/** The cart (screens.md, Cart): every line by today's catalogue, with its sums and ways on. */
export const CartScreen = () => {
  const { t } = useTranslation(['cart', 'titles', 'common']);
  const { putBack } = useCart();
  const isRestored = useSelector(selectIsRestored);
  const view = useCartView();
  const [last, setLast] = useState<{ line: CartLine; index: number }>();
  const heading = useRef<HTMLHeadingElement>(null);
  const removed = last && !view.rows.some(({ line }) => line.cartItemId === last.line.cartItemId) ? last : undefined;

  return (
    <div className="container-xl cart-page">
      <PageTitle title={t('titles:cart')} titleTemplate={shop.name} />
      <h1 ref={heading} tabIndex={-1}>
        {t('heading')}
      </h1>
      <div role="status">
        {removed && (
          <p className="note note-info">
            {t('undo.removed', { name: removed.line.name })}
            <button
              type="button"
              className="btn btn-outline-primary"
              onClick={() => {
                putBack(removed.line, removed.index);
                setLast(undefined);
                heading.current?.focus();
              }}
            >
              {t('undo.button')}
            </button>
          </p>
        )}
      </div>
      {!isRestored && <Spinner label={t('common:loading')} isFullPage />}
      {isRestored && view.rows.length === 0 && <EmptyCart />}
      {isRestored && view.rows.length > 0 && (
        <div className="cart-columns">
          <div>
            <CartTable
              rows={view.rows}
              onRemoved={(line, index) => {
                setLast({ line, index });
                heading.current?.focus({ preventScroll: true });
              }}
            />
            <div className="button-row cart-ways">
              <Link className="btn btn-outline-primary" to={paths.shop}>
                {t('continue')}
              </Link>
              <ClearButton />
            </div>
          </div>
          <CartSummary {...view} />
        </div>
      )}
    </div>
  );
};
