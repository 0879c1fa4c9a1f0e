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
import { AskButton } from '#shared/ui/ask-button.tsx';
import { EmptyNote } from '#shared/ui/empty-note.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { CartRowView } from './cart-row-view.tsx';
import { CartSummary } from './cart-summary.tsx';

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
  const { putBack, clear } = useCart();
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
      {isRestored && view.rows.length === 0 && (
        <EmptyNote heading={t('empty.heading')} text={t('empty.text')} button={t('empty.button')} to={paths.shop} />
      )}
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
              <AskButton
                label={t('clear')}
                heading={t('clearAsk.label')}
                text={t('clearAsk.text')}
                yes={t('clearAsk.yes')}
                no={t('clearAsk.no')}
                onYes={clear}
              />
            </div>
          </div>
          <CartSummary {...view} />
        </div>
      )}
    </div>
  );
};
