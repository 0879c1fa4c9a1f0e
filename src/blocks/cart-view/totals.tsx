import { useTranslation } from 'react-i18next';
import { usePrices } from '#blocks/price/price.tsx';
import type { DeliveryPart } from '#contract/delivery-options.ts';
import { type Pence, pence, sum } from '#contract/money.ts';
import type { Order } from '#contract/order.ts';
import { usePaidMoney } from '#features/orders/order-texts.ts';
import { Fact } from '#shared/ui/fact.tsx';

/** What delivery and gift wrapping cost, line by line; pence, negative for what comes off. */
export type TotalsParts = readonly {
  readonly kind: DeliveryPart['kind'] | 'giftWrap';
  readonly name?: string | undefined;
  readonly amount: Pence;
}[];

type TotalsProps = {
  readonly subtotal: Pence | undefined;
  /** The first is that of the items' delivery. */
  readonly delivery: TotalsParts;
  /** A voucher without a discount is not shown. */
  readonly voucher?: { readonly code: string; readonly discount: Pence } | undefined;
  readonly total: Pence;
};

type Money = (amount: Pence) => string;

/** Delivery by item as the specification adds it up, then a line for each part that changes that sum. */
export const DeliveryFacts = ({ parts, money }: { readonly parts: TotalsParts; readonly money: Money }) => {
  const { t } = useTranslation('common');
  const items = parts[0]?.amount ?? pence(0);
  const termOf = ({ kind, name = '', amount }: TotalsParts[number]): string => {
    if (kind === 'items') return t('totals.delivery');
    if (kind === 'way') return name;
    return t(`totals.parts.${kind}`, { name, amount: money(sum([items, amount])) });
  };
  return parts.map((part) => (
    <Fact key={part.kind} term={termOf(part)}>
      {part.amount < 0 ? `−${money(-part.amount as Pence)}` : money(part.amount)}
    </Fact>
  ));
};

/** An order of another API may have a total only. */
const Sums = ({ subtotal, delivery, voucher, total, money }: TotalsProps & { readonly money: Money }) => {
  const { t } = useTranslation('common');
  return (
    <dl className="totals">
      {subtotal !== undefined && <Fact term={t('totals.subtotal')}>{money(subtotal)}</Fact>}
      <DeliveryFacts parts={delivery} money={money} />
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

/** The parts of an order's delivery, none in an order of another API that does not say what it costs, and its gift wrapping. */
export const deliveryParts = ({ deliveryTotal, deliveryParts: parts, giftWrap }: Order): TotalsParts => {
  const delivery: TotalsParts = deliveryTotal === undefined ? [] : [{ kind: 'items', amount: pence(deliveryTotal) }];
  return [
    ...(parts?.map((part) => ({ ...part, amount: pence(part.amount) })) ?? delivery),
    ...(giftWrap === undefined ? [] : [{ kind: 'giftWrap', amount: pence(giftWrap) } as const]),
  ];
};

/** The sums of an order, as the server computed them, in pounds sterling. */
export const OrderTotals = ({ order }: { readonly order: Order }) => (
  <Sums
    money={usePaidMoney()}
    subtotal={penceIf(order.goodsTotal)}
    delivery={deliveryParts(order)}
    voucher={order.voucher && { ...order.voucher, discount: pence(order.voucher.discount) }}
    total={pence(order.overallTotal)}
  />
);
