import { useTranslation } from 'react-i18next';
import { DeskIcon } from '#desk/parts/desk-icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import { orderPaths } from './order-paths.ts';

/** Above the heading of a page that is opened from the list of orders. */
export const BackToOrders = () => {
  const { t } = useTranslation('desk-orders');
  return (
    <p className="desk-back">
      <DeskIcon name="back" />
      <Link to={orderPaths.list}>{t('heading')}</Link>
    </p>
  );
};
