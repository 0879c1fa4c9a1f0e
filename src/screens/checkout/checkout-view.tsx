import { useTranslation } from 'react-i18next';
import { makingDaysOf } from '#blocks/cart-view/use-cart-view.ts';
import { DeliveryDate } from '#blocks/delivery-date/delivery-date.tsx';
import { DeliveryWays, FreeFromNote, useRefusal } from '#blocks/delivery-ways/delivery-ways.tsx';
import { deliveryFor, useDeliveryWay } from '#blocks/delivery-ways/use-delivery.ts';
import { useVoucher } from '#blocks/voucher/use-voucher.ts';
import { pence } from '#contract/money.ts';
import { usePaidMoney } from '#features/orders/order-texts.ts';
import type { Attempt } from '#features/orders/use-attempt.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { FormSummary } from '#shared/ui/form-summary.tsx';
import { AttemptNote } from './attempt-note.tsx';
import { type Basket, type Goods, withGiftWrap } from './basket.ts';
import { CheckoutFields } from './checkout-fields.tsx';
import { CheckoutSummary, lineId, SummaryDisclosure } from './checkout-summary.tsx';
import { type Checkout, useCheckout } from './use-checkout.ts';
import { useCheckoutForm } from './use-checkout-form.ts';

/** What follows the form: the payment, the confirmation, and when the parcel arrives; see `makingDaysOf`. */
const CheckoutNextSteps = ({ basket: { rows, delivery } }: { readonly basket: Basket }) => {
  const makingDays = makingDaysOf(rows);
  const { t } = useTranslation('checkout');
  return (
    <section className="checkout-next-steps" aria-labelledby="checkout-next-steps">
      <h2 id="checkout-next-steps">{t('nextSteps.heading')}</h2>
      <ol>
        <li>{t('nextSteps.pay')}</li>
        <li>{t(delivery.way?.collection ? 'nextSteps.mailReady' : 'nextSteps.mail')}</li>
        {makingDays !== undefined && (
          <li>
            <DeliveryDate makingDays={makingDays} way={delivery.way} />
          </li>
        )}
      </ol>
    </section>
  );
};

type TotalChangedProps = { readonly checkout: Checkout; readonly isBusy: boolean };

/** Asks for consent before a total that differs from the shown one is paid. */
const TotalChanged = ({ checkout, isBusy }: TotalChangedProps) => {
  const { changedTotal, payChangedTotal, dismissChangedTotal } = checkout;
  const { t } = useTranslation('checkout');
  const money = usePaidMoney();
  return (
    <Dialog isOpen={changedTotal !== undefined} onClose={dismissChangedTotal} label={t('changed.heading')} className="confirm-dialog">
      {changedTotal && (
        <>
          <h2>{t('changed.heading')}</h2>
          <p>{t('changed.text', { before: money(changedTotal.before), now: money(changedTotal.now) })}</p>
          <div className="button-row">
            <button type="button" className="btn btn-primary" aria-disabled={isBusy} onClick={() => void payChangedTotal()}>
              {t('changed.pay', { amount: money(changedTotal.now) })}
            </button>
            <button type="button" className="btn btn-outline-primary" onClick={dismissChangedTotal}>
              {t('changed.back')}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
};

/** The checkout of a basket that is not empty: the address form and the order summary. */
export const CheckoutView = ({ goods, attempt }: { readonly goods: Goods; readonly attempt: Attempt }) => {
  const way = useDeliveryWay();
  const refusal = useRefusal();
  const form = useCheckoutForm((postcode) => {
    const { refusedRegion } = deliveryFor(way, goods, postcode);
    return refusedRegion === undefined ? undefined : refusal(way, refusedRegion);
  });
  const postcode = form.values.postalCode;
  const delivery = deliveryFor(way, goods, postcode);
  const giftWrap = way.options.giftWrap === null ? undefined : pence(way.options.giftWrap);
  const chargedDelivery = withGiftWrap(delivery, form.values.giftWrap === '' ? undefined : giftWrap);
  const voucher = useVoucher(goods, { delivery: chargedDelivery, postcode, replaces: goods.replaces, email: form.values.email });
  const basket: Basket = { ...goods, way, delivery: chargedDelivery, ...voucher };
  const checkout = useCheckout(basket, attempt, form);
  const rowsToFix = checkout.hasLineErrors
    ? basket.rows.filter((row) => checkout.rowError(row) !== undefined || row.changes.length > 0)
    : undefined;
  // A paid cart order does not close the form: lines left in the cart were not in that order.
  const isClosed = attempt.order?.payment === 'processing' || (attempt.isOver && (!basket.isCart || attempt.isRefused));
  return (
    <>
      <AttemptNote
        attempt={attempt}
        isClosed={isClosed}
        onPay={checkout.payFor}
        onOrderAgain={() => {
          form.checkbox('acceptsTerms').onChange(false);
          form.setValues({ giftWrap: '' });
          attempt.orderAgain();
        }}
      />
      {!isClosed && <SummaryDisclosure basket={basket} />}
      {/* Hidden instead of unmounted, to keep the form state. */}
      <form method="post" noValidate hidden={isClosed} onSubmit={checkout.onSubmit}>
        <div className="checkout-columns">
          <div className="checkout-fields">
            <FormSummary form={form} message={rowsToFix?.length === 0 ? undefined : checkout.message}>
              {rowsToFix && rowsToFix.length > 0 && (
                <ul>
                  {rowsToFix.map((row) => (
                    <li key={row.line.cartItemId}>
                      <a
                        href={`#${lineId(row)}`}
                        onClick={(event) => {
                          event.preventDefault();
                          document.getElementById(lineId(row))?.focus();
                        }}
                      >
                        {checkout.rowError(row) ?? row.line.name}
                      </a>
                    </li>
                  ))}
                </ul>
              )}
            </FormSummary>
            <CheckoutFields form={form} isCollected={delivery.way?.collection !== undefined} giftWrap={giftWrap} />
            {delivery.refusedRegion !== undefined && (
              <p className="note" role="status">
                {refusal(way, delivery.refusedRegion)}
              </p>
            )}
            <DeliveryWays way={way} delivery={delivery} makingDays={makingDaysOf(basket.rows)} />
            <FreeFromNote way={way} delivery={delivery} />
            <CheckoutNextSteps basket={basket} />
          </div>
          <CheckoutSummary basket={basket} form={form} checkout={checkout} attempt={attempt} />
        </div>
      </form>
      <TotalChanged checkout={checkout} isBusy={!attempt.isReady} />
    </>
  );
};
