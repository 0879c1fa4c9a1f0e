import { useTranslation } from 'react-i18next';
import type { Order } from '#contract/order.ts';
import { bankDays } from '#contract/terms.ts';
import { Icon } from '#shared/ui/icon.tsx';

/** A cancelled order: who cancelled it, why, and where the money is. */
export const CancellationNote = ({ reason, refund, by = 'seller' }: NonNullable<Order['cancellation']>) => {
  const { t } = useTranslation('order-actions');
  return (
    <div className="note order-awaiting">
      <Icon name="info" />
      <p>
        <span>{t(`cancelled.${by}`)}</span> {reason && <span>{t('cancelled.reason', { reason })}</span>}{' '}
        {refund !== 'none' && <span>{t(`cancelled.refund.${refund}`, { days: bankDays })}</span>}
      </p>
    </div>
  );
};
