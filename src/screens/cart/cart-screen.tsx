import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { PaymentMarks } from '#blocks/cart-view/payment-marks.tsx';
import { Totals } from '#blocks/cart-view/totals.tsx';
import { type CartRow, type CartView, makingDaysOf, useCartView } from '#blocks/cart-view/use-cart-view.ts';
import { ContinueBrowsing } from '#blocks/continue-browsing/continue-browsing.tsx';
import { DeliveryDate } from '#blocks/delivery-date/delivery-date.tsx';
import { FoldedWays, FreeFromNote, RegionsNote } from '#blocks/delivery-ways/delivery-ways.tsx';
import { type ChosenDeliveryWay, type Delivery, deliveryFor, useDeliveryWay } from '#blocks/delivery-ways/use-delivery.ts';
import { usePrices } from '#blocks/price/price.tsx';
import { useRemovePurchased } from '#blocks/purchased-lines/use-remove-purchased.ts';
import { useVoucher, type Voucher } from '#blocks/voucher/use-voucher.ts';
import { VoucherRow } from '#blocks/voucher/voucher-row.tsx';
import { type Pence, pence } from '#contract/money.ts';
import type { Order } from '#contract/order.ts';
import { returnPath } from '#contract/return-path.ts';
import { refundDays } from '#contract/terms.ts';
import { useUser } from '#features/account/account-api.ts';
import { useCart } from '#features/cart/use-cart.ts';
import { usePaidMoney } from '#features/orders/order-texts.ts';
import { formatTime } from '#shared/format-date.ts';
import { useScrolledPastElement } from '#shared/hooks/use-scrolled-past.ts';
import { ScreenTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { selectIsRestored } from '#shared/restored-slice.ts';
import { ConfirmButton } from '#shared/ui/confirm-button.tsx';
import { EmptyNote } from '#shared/ui/empty-note.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { UndoHeading, useUndo } from '#shared/ui/undo-heading.tsx';
import { CartChanges } from './cart-changes.tsx';
import { CartRowView } from './cart-row-view.tsx';
import { GoesWith } from './goes-with.tsx';
import '#styles/order-screens.scss';

type CartTableProps = { readonly rows: readonly CartRow[]; readonly onRemoved: (row: CartRow, index: number) => void };

/** What cannot be ordered comes last. */
const inOrder = (rows: readonly CartRow[]): readonly CartRow[] => [
  ...rows.filter(({ isUnavailable }) => !isUnavailable),
  ...rows.filter(({ isUnavailable }) => isUnavailable),
];

const CartTable = ({ rows, onRemoved }: CartTableProps) => {
  const { t } = useTranslation('cart');
  const columns = ['product', 'unit', 'quantity', 'subtotal'] as const;
  return (
    <table className="cart-lines">
      <caption className="visually-hidden">{t('heading')}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {inOrder(rows).map((row) => (
          <CartRowView key={row.line.cartItemId} row={row} onRemoved={() => onRemoved(row, rows.indexOf(row))} />
        ))}
      </tbody>
    </table>
  );
};

type CartSummaryProps = Pick<CartView, 'rows' | 'subtotal'> & {
  readonly way: ChosenDeliveryWay;
  readonly delivery: Delivery;
  readonly voucher: Voucher;
  readonly total: Pence;
};

/**
 * Totals and the link to the checkout, then what may be changed, folded. Delivery begins with the sum of the lines' `totalDeliveryCost`. The link is in a
 * bar at the foot of the page on narrow screens, and where the summary is scrolled past.
 */
const CartSummary = ({ rows, subtotal, way, delivery, voucher, total }: CartSummaryProps) => {
  const { t } = useTranslation('cart');
  const { money } = usePrices();
  const headingRef = useRef<HTMLHeadingElement>(null);
  const isPast = useScrolledPastElement(headingRef);
  const makingDays = makingDaysOf(rows);
  return (
    <section className="cart-summary" aria-labelledby="cart-summary">
      <h2 id="cart-summary" ref={headingRef}>
        {t('summary.heading')}
      </h2>
      <Totals subtotal={subtotal} delivery={delivery.parts} voucher={voucher} total={total} />
      <Link className="btn btn-primary btn-lg" to={paths.checkout}>
        {t('summary.checkout')}
      </Link>
      <PaymentMarks />
      <FreeFromNote way={way} delivery={delivery} />
      {makingDays !== undefined && delivery.offers.length === 1 && (
        <p className="cart-arrival">
          <Icon name="truck" />
          <DeliveryDate makingDays={makingDays} />
        </p>
      )}
      <FoldedWays way={way} delivery={delivery} makingDays={makingDays} />
      <VoucherRow voucher={voucher} />
      {!delivery.isOfRegion && <RegionsNote way={way} />}
      <p className="quiet">{t('summary.note', { days: refundDays.changedMind })}</p>
      <div className={isPast ? 'cart-bar is-needed' : 'cart-bar'}>
        <Link className="btn btn-primary btn-lg" to={paths.checkout}>
          {t('bar', { amount: money(total) })}
        </Link>
      </div>
    </section>
  );
};

/** Says that an unpaid order of the cart reserves its goods, and leads to its page, where it can be paid unless a payment is processing. */
const UnpaidOrderNote = ({ order: { _id: id, overallTotal, payBy, payment } }: { readonly order: Order }) => {
  const { t, i18n } = useTranslation('cart');
  const amount = usePaidMoney()(pence(overallTotal));
  return (
    <div className="note">
      <p>
        {payment === 'processing'
          ? t('unpaid.processing', { id })
          : t('unpaid.text', { id, amount, time: formatTime(payBy, i18n.language) })}
      </p>
      <Link className="btn btn-outline-primary" to={returnPath(id)}>
        {t('unpaid.see')}
      </Link>
    </div>
  );
};

/** Up to this many lines leave room below them on a desktop. */
const shortCart = 2;

/** The cart by today's catalogue, with its totals. */
export const CartScreen = () => {
  const { t } = useTranslation(['cart', 'common']);
  const { putBack, clear } = useCart();
  const isRestored = useSelector(selectIsRestored);
  const view = useCartView();
  // Also here, because a shopper who has paid may not have opened the confirmation page.
  useRemovePurchased(view.paidId);
  const way = useDeliveryWay();
  // With several saved addresses the postcode is unknown until the shopper chooses one.
  const [address, ...others] = useUser()?.addresses ?? [];
  const postcode = others.length === 0 ? (address?.postalCode ?? '') : '';
  const delivery = deliveryFor(way, view, postcode);
  const { voucher, total } = useVoucher(view, { delivery, postcode, replaces: view.unpaidOrder?._id });
  const undo = useUndo(view.rows.map(({ line }) => line.cartItemId));
  const changedRows = view.rows.filter(({ changes }) => changes.length > 0);
  return (
    <div className="container-xl cart-page">
      <ScreenTitle name="cart" />
      <UndoHeading text={t('heading')} undo={undo} />
      {!isRestored && <Spinner label={t('common:loading')} isFullPage />}
      {isRestored && view.rows.length === 0 && (
        <>
          <EmptyNote heading={t('empty.heading')} text={t('empty.text')} button={t('empty.button')} to={paths.shop} />
          <ContinueBrowsing />
        </>
      )}
      {isRestored && view.rows.length > 0 && (
        <div className="cart-columns">
          <div>
            {changedRows.length > 0 && (
              <CartChanges rows={changedRows} total={total} onAccepted={() => undo.headingRef.current?.focus({ preventScroll: true })} />
            )}
            {view.unpaidOrder && <UnpaidOrderNote order={view.unpaidOrder} />}
            <CartTable
              rows={view.rows}
              onRemoved={({ line }, index) =>
                undo.removed({
                  key: line.cartItemId,
                  text: t('removed', { name: line.name }),
                  putBack: () => putBack(line, index),
                })
              }
            />
            <div className="button-row cart-actions">
              <Link className="btn btn-outline-primary" to={paths.shop}>
                {t('continue')}
              </Link>
              <ConfirmButton label={t('clear')} text={t('clearText')} onConfirm={undo.clearBy(clear)} />
            </div>
          </div>
          <CartSummary {...view} way={way} delivery={delivery} voucher={voucher} total={total} />
          {view.rows.length <= shortCart && <GoesWith cartIds={view.rows.map(({ line }) => line._id)} />}
        </div>
      )}
    </div>
  );
};
