import { useTranslation } from 'react-i18next';
import type { User } from '#contract/account.ts';
import type { Order } from '#contract/order.ts';
import { useMyOrdersQuery } from '#features/account/account-data-api.ts';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { OrderHead, UnpaidOrder, useOrderedProducts } from './orders.tsx';

/** The latest order and what there is to do about it: to pay, or to follow it. */
const LatestOrder = ({ order }: { readonly order: Order }) => {
  const { t } = useTranslation('account');
  const { find } = useOrderedProducts([order]);
  return (
    <article aria-labelledby="latest-order">
      <OrderHead order={order} find={find} headingId="latest-order" />
      {order.status === 'pending' && <UnpaidOrder order={order} />}
      <div className="account-actions">
        {order.status !== 'pending' && (
          <Link className="btn btn-outline-primary" to={paths.orderStatusOf(order._id)}>
            {t('orders.follow')}
          </Link>
        )}
        <Link to={paths.accountSection('orders')}>{t('overview.all')}</Link>
      </div>
    </article>
  );
};

/** The latest order, the number of saved addresses, and the reseller level or application. */
export const Overview = ({ user }: { readonly user: User }) => {
  const { t } = useTranslation(['account', 'common']);
  const { currentData: orders, isLoading } = useMyOrdersQuery(user._id);
  const latest = orders?.[0];
  return (
    <div className="account-cards">
      <section className="account-latest" aria-labelledby="latest">
        <h3 id="latest">{t('overview.latest')}</h3>
        {isLoading && !orders && <Spinner label={t('common:loading')} />}
        {latest && <LatestOrder order={latest} />}
        {orders && !latest && (
          <>
            <p>{t('overview.none')}</p>
            <Link to={paths.shop}>{t('overview.browse')}</Link>
          </>
        )}
        {!orders && !isLoading && <Link to={paths.accountSection('orders')}>{t('overview.all')}</Link>}
      </section>
      <div>
        <h3>{t('my.sections.addresses')}</h3>
        <p>{t('overview.addresses', { count: user.addresses.length })}</p>
        <Link to={paths.accountSection('addresses')}>{t('overview.addressesLink')}</Link>
      </div>
      {(user.reseller || user.wantsToResell) && (
        <div>
          <h3>{t('my.sections.reseller')}</h3>
          <p>{user.reseller ? `${t('reseller.level')}: ${user.reseller.level}` : t('reseller.waiting')}</p>
          <Link to={paths.accountSection('reseller')}>{t('reseller.levels')}</Link>
        </div>
      )}
    </div>
  );
};
