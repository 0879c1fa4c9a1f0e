import { useTranslation } from 'react-i18next';
import type { Order } from '#contract/order.ts';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';

/** Begins a return of what has been sent, and leads to the sheet of requests that are not decided yet. */
export const ReturnLinks = ({ order, className }: { readonly order: Order; readonly className?: string }) => {
  const { t } = useTranslation('order-actions');
  const isSent = order.status === 'Dispatch' || order.status === 'Delivered';
  return (
    <>
      {isSent && (
        <Link className={className} to={paths.returnOf(order._id, 'new')}>
          {t('return.begin')}
        </Link>
      )}
      {order.refundRequests?.some(({ isOpen }) => isOpen) && (
        <Link className={className} to={paths.returnOf(order._id, 'sheet')}>
          {t('return.sheet')}
        </Link>
      )}
    </>
  );
};
