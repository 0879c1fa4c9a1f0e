import type { PaymentMethod } from '#contract/order.ts';
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

/** The cards that the payment page takes; nothing while a shop has a test page. */
export const PaymentMarks = () => {
  const { data } = usePaymentMethodsQuery();
  if (!data || data.methods.length === 0) return null;
  return (
    <p className="payment-marks">
      {data.methods.map((method) => (
        <CardBrand key={method} method={method} />
      ))}
    </p>
  );
};
