import { useTranslation } from 'react-i18next';
import { DeliveryDate } from '#blocks/delivery-date/delivery-date.tsx';
import type { PaymentMethod } from '#contract/payment.ts';
import { usePaymentMethodsQuery } from '#features/orders/orders-api.ts';

const brandNames: Readonly<Record<PaymentMethod, string>> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' };

const brandTexts: Readonly<Record<PaymentMethod, string>> = { visa: 'VISA', mastercard: '', amex: 'AMEX' };

/** A card brand, drawn in the page's own colours. */
const CardBrand = ({ method }: { readonly method: PaymentMethod }) => (
  <svg className="payment-mark" viewBox="0 0 46 30" width="46" height="30" role="img" aria-label={brandNames[method]}>
    <rect x="0.5" y="0.5" width="45" height="29" rx="4" fill="none" stroke="currentColor" />
    {method === 'mastercard' && (
      <g fill="currentColor">
        <circle cx="18.5" cy="15" r="7.5" opacity="0.85" />
        <circle cx="27.5" cy="15" r="7.5" opacity="0.45" />
      </g>
    )}
    <text x="23" y="19.5" fontSize="12" textAnchor="middle" fill="currentColor">
      {brandTexts[method]}
    </text>
  </svg>
);

/** What follows the form: the payment with its cards, the confirmation, and when the parcel arrives; see `makingDaysOf`. */
export const CheckoutNextSteps = ({ makingDays }: { readonly makingDays: number | undefined }) => {
  const { t } = useTranslation('checkout');
  const { data } = usePaymentMethodsQuery();
  return (
    <section className="checkout-next-steps" aria-labelledby="checkout-next-steps">
      <h2 id="checkout-next-steps">{t('nextSteps.heading')}</h2>
      <ol>
        <li>
          {t('nextSteps.pay')}
          {data && data.methods.length === 0 && <p className="quiet">{t('nextSteps.test')}</p>}
          {data && data.methods.length > 0 && (
            <p className="payment-marks">
              {data.methods.map((method) => (
                <CardBrand key={method} method={method} />
              ))}
            </p>
          )}
        </li>
        <li>{t('nextSteps.mail')}</li>
        {makingDays !== undefined && (
          <li>
            <DeliveryDate makingDays={makingDays} />
          </li>
        )}
      </ol>
    </section>
  );
};
