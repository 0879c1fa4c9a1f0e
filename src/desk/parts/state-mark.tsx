import { useTranslation } from 'react-i18next';
import type { OrderRow } from '#contract/desk/orders.ts';
import type { ProductRow } from '#contract/desk/products.ts';
import type { DeskRefund } from '#contract/desk/refunds.ts';

/** The mark of each state: an empty ring while it waits, half filled in progress, filled when done, a diamond when it is over. */
const marks = {
  pending: 'off',
  expired: 'over',
  cancelled: 'over',
  confirmed: 'open',
  processing: 'half',
  Dispatch: 'full',
  Delivered: 'full',
  new: 'open',
  received: 'half',
  exchangeToSend: 'half',
  exchangeSent: 'full',
  full: 'full',
  partial: 'full',
  declined: 'over',
  sold: 'full',
  draft: 'off',
  withdrawn: 'over',
} as const satisfies Readonly<Record<OrderRow['status'] | DeskRefund['state'] | ProductRow['state'], string>>;

/** The state of an order, a refund request or a product as a word with a mark. */
export const StateMark = ({ status }: { readonly status: keyof typeof marks }) => {
  const { t } = useTranslation('desk');
  return <span className={`desk-state is-${marks[status]}`}>{t(`states.${status}`)}</span>;
};
