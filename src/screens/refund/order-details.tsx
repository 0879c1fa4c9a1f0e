import { useTranslation } from 'react-i18next';
import { formatPrice, pence } from '#contract/money.ts';
import type { Order } from '#contract/order.ts';

/** The refund page always shows a dollar sign, not the shopper's currency: the owner's requirement. */
const dollars = { currencySymbol: '$', currencyRate: 1 } as const;

export const OrderDetails = ({ order: { billingInfo, status, overallTotal } }: { readonly order: Order }) => {
  const { t, i18n } = useTranslation('refund');
  return (
    <section className="refund-order" aria-labelledby="refund-order">
      <h2 id="refund-order">{t('order.heading')}</h2>
      <dl>
        <div>
          <dt>{t('order.customer')}</dt>
          <dd>{`${billingInfo.firstName} ${billingInfo.lastName}`.trim()}</dd>
        </div>
        <div>
          <dt>{t('order.status')}</dt>
          <dd className="refund-status">{status}</dd>
        </div>
        <div>
          <dt>{t('order.total')}</dt>
          <dd>{formatPrice(pence(overallTotal), dollars, i18n.language)}</dd>
        </div>
      </dl>
    </section>
  );
};
