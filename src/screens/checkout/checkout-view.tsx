import { useTranslation } from 'react-i18next';
import { usePrices } from '#blocks/price/use-prices.ts';
import type { Attempt } from '#features/orders/use-attempt.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { FormSummary } from '#shared/ui/form-summary.tsx';
import { AddressFields } from './address-fields.tsx';
import { AttemptNote } from './attempt-note.tsx';
import type { Basket } from './basket.ts';
import { CheckoutSummary } from './checkout-summary.tsx';
import { lineId } from './summary-line.tsx';
import { type Checkout, useCheckout } from './use-checkout.ts';

/** Asks before more or less than the shown total is paid. */
const TotalChanged = ({ checkout: { changed, agree, disagree }, isBusy }: { readonly checkout: Checkout; readonly isBusy: boolean }) => {
  const { t } = useTranslation('checkout');
  const { money } = usePrices();
  return (
    <Dialog isOpen={changed !== undefined} onClose={disagree} label={t('changed.heading')} className="ask">
      {changed && (
        <>
          <h2>{t('changed.heading')}</h2>
          <p>{t('changed.text', { before: money(changed.before), now: money(changed.now) })}</p>
          <div className="button-row">
            <button type="button" className="btn btn-primary" aria-disabled={isBusy} onClick={() => void agree()}>
              {t('changed.pay', { amount: money(changed.now) })}
            </button>
            <button type="button" className="btn btn-outline-primary" onClick={disagree}>
              {t('changed.back')}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
};

/** The checkout of a basket that holds something: the form on one side, what it comes to and the button on the other. */
export const CheckoutView = ({ basket, attempt }: { readonly basket: Basket; readonly attempt: Attempt }) => {
  const checkout = useCheckout(basket, attempt);
  const toMend = checkout.isAboutLines
    ? basket.rows.filter((row) => checkout.problemOf(row) !== undefined || row.changes.length > 0)
    : undefined;
  // What is left in the cart after its order was paid was not in that order.
  const isClosed = attempt.order?.payment === 'processing' || (attempt.isOver && (!basket.isCart || attempt.isRefused));
  return (
    <>
      <AttemptNote
        attempt={attempt}
        isClosed={isClosed}
        onPay={checkout.payFor}
        onAgain={() => {
          checkout.form.checkbox('acceptsTerms').onChange(false);
          attempt.orderAgain();
        }}
      />
      {/* Hidden, it keeps all that was typed. */}
      <form noValidate hidden={isClosed} onSubmit={checkout.onSubmit}>
        <FormSummary form={checkout.form} message={toMend?.length === 0 ? undefined : checkout.message}>
          {toMend && toMend.length > 0 && (
            <ul>
              {toMend.map((row) => (
                <li key={row.line.cartItemId}>
                  <a
                    href={`#${lineId(row)}`}
                    onClick={(event) => {
                      event.preventDefault();
                      document.getElementById(lineId(row))?.focus();
                    }}
                  >
                    {checkout.problemOf(row) ?? row.line.name}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </FormSummary>
        <div className="checkout-columns">
          <div className="checkout-fields">
            <AddressFields form={checkout.form} />
          </div>
          <CheckoutSummary basket={basket} checkout={checkout} attempt={attempt} />
        </div>
      </form>
      <TotalChanged checkout={checkout} isBusy={!attempt.isKnown} />
    </>
  );
};
