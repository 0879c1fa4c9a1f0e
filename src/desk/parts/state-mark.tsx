import { useTranslation } from 'react-i18next';
import type { OrderRow } from '#contract/desk/orders.ts';

/** The state of an order as a word with a mark: a ring, half filled, filled, or a diamond where it is over. */
export const StateMark = ({ status }: Pick<OrderRow, 'status'>) => {
  const { t } = useTranslation('desk');
  return <span className={`desk-state is-${status.toLowerCase()}`}>{t(`states.${status}`)}</span>;
};
