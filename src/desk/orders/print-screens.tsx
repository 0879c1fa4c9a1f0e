import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Parcel } from '#contract/desk/orders.ts';
import { pence } from '#contract/money.ts';
import { itemPrice } from '#contract/order.ts';
import { BackLinks, DeskHeading } from '#desk/parts/desk-heading.tsx';
import { Thumb } from '#desk/parts/row.tsx';
import { addressLines } from '#features/account/format-address.ts';
import { usePaidMoney } from '#features/orders/order-texts.ts';
import { Address, PrintHeader } from '#shared/ui/address.tsx';
import { usePacking } from './moved-note.tsx';
import { isPaid, orderPaths, parcelKey } from './order-paths.ts';
import { goodsName, useOrderTexts } from './order-texts.ts';
import { Parcels } from './parcels.tsx';

type SheetProps = { readonly heading: string; readonly children: (orders: readonly Parcel[]) => ReactNode };

/** The parcels that the URL names, as a sheet to print; once it was printed, their packing can be started. */
const Sheet = ({ heading, children }: SheetProps) => {
  const { t } = useTranslation('desk-orders');
  const [isPrinted, setIsPrinted] = useState(false);
  const packing = usePacking();
  return (
    <>
      <div>
        <BackLinks to={orderPaths.list} title={t('heading')} />
        <DeskHeading title={heading} />
        {packing.note}
      </div>
      <Parcels>
        {(items) => {
          const packableItems = packing.of(items);
          const paidItems = items.filter(isPaid);
          const unpaidIds = items.filter((item) => !isPaid(item)).map(({ id }) => id);
          if (paidItems.length === 0) return <p role="status">{t('slips.none')}</p>;
          return (
            <>
              {unpaidIds.length > 0 && <p role="status">{t('slips.unpaid', { ids: unpaidIds.join(', ') })}</p>}
              <div className="button-row">
                <button
                  type="button"
                  className="btn btn-primary"
                  onClick={() => {
                    window.print();
                    setIsPrinted(true);
                  }}
                >
                  {t('print')}
                </button>
                {isPrinted && packableItems.length > 0 && (
                  <button
                    type="button"
                    className="btn btn-outline-primary"
                    aria-disabled={packing.isBusy}
                    onClick={() => void packing.start(packableItems)}
                  >
                    {t('packing.printed', { count: packableItems.length })}
                  </button>
                )}
              </div>
              {children(paidItems)}
            </>
          );
        }}
      </Parcels>
    </>
  );
};

type Line = Parcel['lines'][number];

/** The goods of all orders, each once, by their number in the shop. */
const summed = (orders: readonly Parcel[]): readonly Line[] => {
  const byGoods = new Map<string, Line>();
  for (const line of orders.flatMap(({ lines }) => lines)) {
    const key = `${line.productId} ${line.choice}`;
    byGoods.set(key, { ...line, quantity: line.quantity + (byGoods.get(key)?.quantity ?? 0) });
  }
  return [...byGoods.values()].sort((one, other) => one.sku.localeCompare(other.sku));
};

/** What to take from the shelf for these orders, with boxes to tick; below it order by order. */
export const PickScreen = () => {
  const { t } = useTranslation('desk-orders');
  const { goods } = useOrderTexts();
  return (
    <Sheet heading={t('pick.heading')}>
      {(orders) => (
        <article className="desk-sheet">
          <ul className="desk-pick-list">
            {summed(orders).map((line) => (
              <li key={`${line.productId} ${line.choice}`}>
                <label>
                  <input type="checkbox" />
                  <Thumb src={line.picture} sizes="56px" />
                  <strong>{line.quantity} ×</strong>
                  <span>
                    {goodsName(line)} <span className="quiet">{line.sku}</span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
          <h2>{t('pick.byOrder')}</h2>
          <ul className="desk-pick-orders">
            {orders.map((order) => (
              <li key={parcelKey(order)}>
                <strong>{order.buyer}</strong> <span className="quiet">{order.id}</span>
                <p>{goods(order)}</p>
                {order.cancelled && <p className="desk-due is-late">{t('cancelled', { units: order.cancelled })}</p>}
                {order.way !== '' && <p>{order.way}</p>}
                {order.order.note && <p>{t('pick.note', { text: order.order.note })}</p>}
                {order.order.giftWrap !== undefined && <p>{t('pick.giftWrap')}</p>}
                {order.order.giftMessage && <p>{t('pick.gift', { text: order.order.giftMessage })}</p>}
              </li>
            ))}
          </ul>
        </article>
      )}
    </Sheet>
  );
};

/** The packing slip of one parcel. A gift (with a gift message, or wrapped) and an exchange have no prices on it. */
const Slip = ({ order: parcel }: { readonly order: Parcel }) => {
  const { t } = useTranslation('desk-orders');
  const { day } = useOrderTexts();
  const money = usePaidMoney();
  const { order, lines } = parcel;
  const hasPrices = !order.giftMessage && order.giftWrap === undefined && parcel.replacement === null;
  return (
    <article className="desk-sheet desk-slip">
      <PrintHeader />
      <h2>{t('slips.for', { buyer: parcel.buyer })}</h2>
      {parcel.way !== '' && <p className="desk-way">{parcel.way}</p>}
      <Address lines={addressLines(order.billingInfo)} />
      <p className="quiet">{t('slips.order', { id: parcel.id, day: day(parcel.createdAt) })}</p>
      {parcel.cancelled && <p className="desk-due is-late">{t('cancelled', { units: parcel.cancelled })}</p>}
      {order.note && <p>{t('pick.note', { text: order.note })}</p>}
      {order.giftWrap !== undefined && (
        <p>
          <strong>{t('pick.giftWrap')}</strong>
        </p>
      )}
      {order.giftMessage && <p className="desk-gift">{order.giftMessage}</p>}
      <table className={hasPrices ? 'desk-table' : 'desk-table is-text'}>
        <thead>
          <tr>
            <th scope="col">{t('slips.pieces')}</th>
            <th scope="col">{t('slips.goods')}</th>
            {hasPrices && <th scope="col">{t('slips.price')}</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={`${line.productId} ${line.choice}`}>
              <td>{line.quantity}</td>
              <td>
                {goodsName(line)} <span className="quiet">{line.sku}</span>
              </td>
              {hasPrices && <td>{order.items[index] && money(itemPrice(order.items[index]))}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {hasPrices && <p>{t('slips.total', { amount: money(pence(order.overallTotal)) })}</p>}
      <p>{t('slips.return', { id: parcel.id })}</p>
    </article>
  );
};

export const SlipsScreen = () => {
  const { t } = useTranslation('desk-orders');
  return <Sheet heading={t('slips.heading')}>{(orders) => orders.map((order) => <Slip key={parcelKey(order)} order={order} />)}</Sheet>;
};
