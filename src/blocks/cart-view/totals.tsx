import { useTranslation } from 'react-i18next';
import { usePrices } from '#blocks/price/use-prices.ts';
import { type Pence, pence } from '#contract/money.ts';
import type { Order } from '#contract/order.ts';
import { Fact } from '#shared/ui/fact.tsx';

type TotalsProps = {
  readonly subtotal: Pence | undefined;
  readonly delivery: Pence | undefined;
  /** Nothing is shown of one that takes nothing off. */
  readonly voucher?: { readonly code: string; readonly discount: Pence } | undefined;
  readonly total: Pence;
};

/** The sums of a cart or an order in pence; an order of another API may have a total only. */
export const Totals = ({ subtotal, delivery, voucher, total }: TotalsProps) => {
  const { t } = useTranslation('common');
  const { money } = usePrices();
  return (
    <dl className="totals">
      {subtotal !== undefined && <Fact term={t('totals.subtotal')}>{money(subtotal)}</Fact>}
      {delivery !== undefined && <Fact term={t('totals.delivery')}>{money(delivery)}</Fact>}
      {voucher && voucher.discount > 0 && <Fact term={t('totals.voucher', { code: voucher.code })}>{`−${money(voucher.discount)}`}</Fact>}
      <div className="totals-sum">
        <dt>{t('totals.total')}</dt>
        <dd>{money(total)}</dd>
      </div>
    </dl>
  );
};

const penceIf = (amount: number | undefined): Pence | undefined => (amount === undefined ? undefined : pence(amount));

/** The sums of an order, as the server computed them. */
export const OrderTotals = ({ order }: { readonly order: Order }) => (
  <Totals
    subtotal={penceIf(order.goodsTotal)}
    delivery={penceIf(order.deliveryTotal)}
    voucher={order.voucher && { ...order.voucher, discount: pence(order.voucher.discount) }}
    total={pence(order.overallTotal)}
  />
);
