import { useTranslation } from 'react-i18next';
import { deskEndpoints, deskPages } from '#contract/desk/endpoints.ts';
import { callTo, useRead } from '#desk/desk-api.ts';
import { ChangeButton } from '#desk/parts/change-form.tsx';
import { Link } from '#shared/ui/link.tsx';

/** While shoppers do not see the shop: what is missing, and the button that opens it. */
export const OpenShop = () => {
  const { t, i18n } = useTranslation('desk-shop');
  const { data: shop } = useRead(deskEndpoints.shop, {});
  if (!shop || shop.isOpen) return null;
  const what = new Intl.ListFormat(i18n.language).format(shop.madeUp.map((detail) => t(`open.madeUp.${detail}`)));
  return (
    <section className="desk-panel desk-stack">
      <p>{t('open.closed')}</p>
      {shop.madeUp.length > 0 ? (
        <p>
          {t('open.needs', { what })} <Link to={deskPages.details}>{t('open.details')}</Link>
        </p>
      ) : (
        <ChangeButton
          className="btn btn-primary"
          call={callTo(deskEndpoints.openShop, { version: shop.version })}
          successMessage={t('open.done')}
        >
          {t('open.button')}
        </ChangeButton>
      )}
    </section>
  );
};
