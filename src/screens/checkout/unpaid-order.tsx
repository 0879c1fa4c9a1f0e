import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePrices } from '#blocks/price/use-prices.ts';
import { pence } from '#contract/money.ts';
import { returnAddress } from '#contract/payment.ts';
import { forgetAttempt, lastOrder } from '#features/orders/order-attempt.ts';
import { useOrder } from '#features/orders/use-order.ts';
import { timeOf } from '#shared/when.ts';

/**
 * The order that this tab placed and did not pay, e.g. because the shopper came Back: it holds its goods, so it is better paid than
 * placed anew. `placed` counts the orders that were placed since, `onPay` goes to the payment page.
 */
export const UnpaidOrder = ({ placed, onPay }: { readonly placed: number; readonly onPay: (orderId: string) => void }) => {
  const { t, i18n } = useTranslation('checkout');
  const { money } = usePrices();
  const [id, setId] = useState('');
  useEffect(() => {
    if (placed >= 0) setId(lastOrder() ?? '');
  }, [placed]);
  const { order, error } = useOrder(id, placed);
  useEffect(() => {
    if (error?.status === 404) forgetAttempt(id);
  }, [error, id]);
  if (!order) return null;
  if (order.status !== 'pending')
    return (
      <div className="note">
        <p>{t('unpaid.paid', { id })}</p>
        <Link className="btn btn-outline-primary" to={returnAddress(id)}>
          {t('unpaid.see')}
        </Link>
      </div>
    );
  const amount = money(pence(order.overallTotal));
  return (
    <div className="note">
      <p>{t('unpaid.text', { id, amount, time: timeOf(order.payBy, i18n.language) })}</p>
      <button type="button" className="btn btn-outline-primary" onClick={() => onPay(id)}>
        {t('unpaid.pay', { amount })}
      </button>
    </div>
  );
};
