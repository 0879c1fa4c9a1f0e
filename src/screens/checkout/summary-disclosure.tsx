import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lineName } from '#blocks/cart-view/line-parts.tsx';
import { Totals } from '#blocks/cart-view/totals.tsx';
import { usePrices } from '#blocks/price/use-prices.ts';
import { Icon } from '#shared/ui/icon.tsx';
import type { Basket } from './basket.ts';

/** On phones, above the form: the total, and what it is for when it is opened. The whole summary follows the form. */
export const SummaryDisclosure = ({ basket: { rows, subtotal, delivery, voucher, total } }: { readonly basket: Basket }) => {
  const { t } = useTranslation('checkout');
  const { money } = usePrices();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <div className="summary-disclosure">
      <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
        <span>{t(isOpen ? 'summaryDisclosure.hide' : 'summaryDisclosure.show', { amount: money(total) })}</span>
        <Icon name="down" />
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <>
            <ul>
              {rows.map(({ line, subtotal: price, isUnavailable }) => (
                <li key={line.cartItemId} className={isUnavailable ? 'is-gone' : undefined}>
                  <span>{t('summaryDisclosure.line', { quantity: line.quantity, name: lineName(line.name, line.selectedVariation) })}</span>
                  <span>{money(price)}</span>
                </li>
              ))}
            </ul>
            <Totals subtotal={subtotal} delivery={delivery} voucher={voucher} total={total} />
          </>
        )}
      </div>
    </div>
  );
};
