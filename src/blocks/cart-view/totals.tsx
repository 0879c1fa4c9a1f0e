import { useTranslation } from 'react-i18next';
import { usePrices } from '#blocks/price/price.tsx';
import { type Pence, pence } from '#contract/money.ts';
import type { Order } from '#contract/order.ts';
import { usePaidMoney } from '#features/orders/order-texts.ts';
import { Fact } from '#shared/ui/fact.tsx';

type TotalsProps = {
  readonly subtotal: Pence | undefined;
  readonly delivery: Pence | undefined;
  /** Nothing is shown of one that takes nothing off. */
  readonly voucher?: { readonly code: string; readonly discount: Pence } | undefined;
  readonly total: Pence;
};

type Money = (amount: Pence) => string;

/** An order of another API may have a total only. */
const Sums = ({ subtotal, delivery, voucher, total, money }: TotalsProps & { readonly money: Money }) => {
  const { t } = useTranslation('common');
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

/** The sums of a cart, in the shopper's currency. */
export const Totals = (totals: TotalsProps) => <Sums {...totals} money={usePrices().money} />;

const penceIf = (amount: number | undefined): Pence | undefined => (amount === undefined ? undefined : pence(amount));

/** The sums of an order, as the server computed them, in pounds sterling. */
export const OrderTotals = ({ order }: { readonly order: Order }) => (
  <Sums
    money={usePaidMoney()}
    subtotal={penceIf(order.goodsTotal)}
    delivery={penceIf(order.deliveryTotal)}
    voucher={order.voucher && { ...order.voucher, discount: pence(order.voucher.discount) }}
    total={pence(order.overallTotal)}
  />
);
