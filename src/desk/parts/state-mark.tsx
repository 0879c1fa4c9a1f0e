import { useTranslation } from 'react-i18next';
import type { OrderRow } from '#contract/desk/orders.ts';
import type { DeskRefund } from '#contract/desk/refunds.ts';

/** A ring for what waits, half filled, filled, or a diamond where it is over. */
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
} as const satisfies Readonly<Record<OrderRow['status'] | DeskRefund['state'], string>>;

/** The state of an order or a refund request as a word with a mark. */
export const StateMark = ({ status }: { readonly status: keyof typeof marks }) => {
  const { t } = useTranslation('desk');
  return <span className={`desk-state is-${marks[status]}`}>{t(`states.${status}`)}</span>;
};
