import { useTranslation } from 'react-i18next';
import type { User } from '#contract/account.ts';
import { orderSteps } from '#contract/order.ts';
import { useMyOrdersQuery } from '#features/account/account-data-api.ts';
import { formatDate } from '#shared/format-date.ts';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';

/** Translates an order's status; an unknown status stays untranslated. */
export const useStatusText = () => {
  const { t } = useTranslation('account');
  return (status: string): string => {
    const translated = (['pending', 'cancelled', ...orderSteps] as const).find((each) => each === status);
    return translated ? t(`orders.status.${translated}`) : status;
  };
};

/** The latest order, the number of saved addresses, and the reseller level or application. */
export const Overview = ({ user }: { readonly user: User }) => {
  const { t, i18n } = useTranslation(['account', 'common']);
  const { currentData: orders, isLoading } = useMyOrdersQuery(user._id);
  const statusText = useStatusText();
  const latest = orders?.[0];
  return (
    <div className="account-cards">
      <div>
        <h3>{t('overview.latest')}</h3>
        {isLoading && !orders && <Spinner label={t('common:loading')} />}
        {orders && !latest && <p>{t('overview.none')}</p>}
        {latest && (
          <p>
            {formatDate(latest.createdAt, i18n.resolvedLanguage ?? 'en')}
            <br />
            <strong>{statusText(latest.status)}</strong>
          </p>
        )}
        {orders && !latest ? (
          <Link to={paths.shop}>{t('overview.browse')}</Link>
        ) : (
          <Link to={paths.accountSection('orders')}>{t('overview.all')}</Link>
        )}
      </div>
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
