import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { lineName } from '#blocks/cart-view/line-parts.ts';
import type { CartRow } from '#blocks/cart-view/use-cart-view.ts';
import { usePrices } from '#blocks/price/price.tsx';
import type { Pence } from '#contract/money.ts';
import type { LineChange } from '#features/cart/reconcile-line.ts';
import { useCart } from '#features/cart/use-cart.ts';
import { Icon } from '#shared/ui/icon.tsx';

type CartChangesProps = { readonly rows: readonly CartRow[]; readonly total: Pence; readonly onAccepted: () => void };

/** Names what changed since the lines of the cart were added, and takes the focus unless the shopper is using a control. */
export const CartChanges = ({ rows, total, onAccepted }: CartChangesProps) => {
  const { t } = useTranslation('cart');
  const { money } = usePrices();
  const { acknowledgeChange } = useCart();
  const headingId = useId();
  const noteRef = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!document.activeElement?.matches('a, button, input, select, textarea')) noteRef.current?.focus({ preventScroll: true });
  }, []);
  const textOf = ({ name, selectedVariation }: CartRow['line'], change: LineChange): string => {
    const named = { name: lineName(name, selectedVariation) };
    if (change.kind === 'price') return t('changes.price', { ...named, before: money(change.before), now: money(change.now) });
    return t(`changes.${change.kind}`, { ...named, ...change });
  };
  const orderable = rows.filter(({ isUnavailable }) => !isUnavailable);
  return (
    <section ref={noteRef} className="note cart-changes" role="alert" tabIndex={-1} aria-labelledby={headingId}>
      <Icon name="info" />
      <div>
        <h2 id={headingId}>{t('changes.heading')}</h2>
        <ul>
          {rows.flatMap(({ line, changes }) =>
            changes.map((change) => <li key={`${line.cartItemId} ${change.kind}`}>{textOf(line, change)}</li>),
          )}
        </ul>
        <p>{t('changes.total', { amount: money(total) })}</p>
      </div>
      {orderable.length > 0 && (
        <button
          type="button"
          className="btn btn-outline-primary"
          onClick={() => {
            for (const { line } of orderable) acknowledgeChange(line);
            onAccepted();
          }}
        >
          {t('changes.accept')}
        </button>
      )}
    </section>
  );
};
