import { deskPageOf, deskPages } from '#contract/desk/endpoints.ts';
import { type OrderRow, type OrdersWanted, orderViews } from '#contract/desk/orders.ts';
import { orderSteps } from '#contract/order.ts';
import { withQuery } from '#shared/paths.ts';

type Parcel = Pick<OrderRow, 'id' | 'replacement'>;

/** The key of a parcel: the id of its order, or for an exchange the reference of the refund request. */
export const parcelKey = ({ id, replacement }: Parcel): string => replacement ?? id;

/** Whether it has parcels: a packing slip of an order that is not paid, or was cancelled, would send its goods. */
export const isPaid = ({ status }: Pick<OrderRow, 'status'>): boolean => (orderSteps as readonly string[]).includes(status);

/** Paid, or an exchange, and not yet sent. */
export const isToSend = ({ status }: Pick<OrderRow, 'status'>): boolean => status === 'confirmed' || status === 'processing';

const ofParcels = (screen: 'send' | 'pick' | 'slips') => (parcels: readonly Parcel[]) =>
  `${deskPages.orders}/${screen}?ids=${parcels.map(parcelKey).join(',')}`;

export const orderPaths = {
  list: deskPages.orders,
  /** `from` is the query of the list that leads there: the order then has the next and the previous one. */
  one: (id: string, from?: URLSearchParams) => withQuery(deskPageOf('orders', id), new URLSearchParams(from && { in: from.toString() })),
  send: ofParcels('send'),
  pick: ofParcels('pick'),
  slips: ofParcels('slips'),
  file: `${deskPages.orders}/courier-file`,
} as const;

/** The list that a query asks for. */
export const wantedOrders = (query: URLSearchParams): OrdersWanted => ({
  view: orderViews.find((view) => view === query.get('view')) ?? 'toSend',
  q: query.get('q') ?? '',
  from: query.get('from') ?? '',
  to: query.get('to') ?? '',
  courier: query.get('courier') ?? '',
});
