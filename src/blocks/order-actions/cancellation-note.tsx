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
        {[
          t(`cancelled.${by}`),
          reason && t('cancelled.reason', { reason }),
          refund !== 'none' && t(`cancelled.refund.${refund}`, { days: bankDays }),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
    </div>
  );
};
