import { useTranslation } from 'react-i18next';
import { formatPrice, pence } from '#contract/money.ts';
import type { Order } from '#contract/order.ts';
import { usePaidMoney } from '#features/orders/use-paid-money.ts';
import { Fact } from '#shared/ui/fact.tsx';

/** The total of the refund page has a dollar sign, not the shopper's currency: the owner's requirement. */
const dollars = { currencySymbol: '$', currencyRate: 1 } as const;

export const OrderDetails = ({ order: { billingInfo, status, overallTotal, voucher } }: { readonly order: Order }) => {
  const { t, i18n } = useTranslation('refund');
  const money = usePaidMoney();
  return (
    <section className="refund-order" aria-labelledby="refund-order">
      <h2 id="refund-order">{t('order.heading')}</h2>
      <dl>
        <Fact term={t('order.customer')}>{`${billingInfo.firstName} ${billingInfo.lastName}`.trim()}</Fact>
        <Fact term={t('order.status')} valueClass="refund-status">
          {status}
        </Fact>
        <Fact term={t('order.paid')}>{money(pence(overallTotal))}</Fact>
        <Fact term={t('order.total')} valueClass="refund-total">
          {formatPrice(pence(overallTotal), dollars, i18n.language)}
        </Fact>
      </dl>
      {voucher && <p className="quiet">{t('order.voucher', { code: voucher.code })}</p>}
    </section>
  );
};
