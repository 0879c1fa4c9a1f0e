import { useTranslation } from 'react-i18next';
import { deskEndpoints, deskPages } from '#contract/desk/endpoints.ts';
import type { ShopHistory } from '#contract/desk/shop.ts';
import { callTo, useRead } from '#desk/desk-api.ts';
import { ChangeButton } from '#desk/parts/change-form.tsx';
import { BackLinks, DeskHeading } from '#desk/parts/desk-heading.tsx';
import { Fetched } from '#desk/parts/fetched.tsx';
import { Row, Rows } from '#desk/parts/row.tsx';
import { When } from '#desk/parts/when.tsx';

const Versions = ({ found: { items, version } }: { readonly found: ShopHistory }) => {
  const { t, i18n } = useTranslation('desk-shop');
  const list = new Intl.ListFormat(i18n.language);
  const [latest] = items;
  return (
    <Rows items={items} className="desk-traces">
      {({ number, at, name, changed }) => {
        const what = changed.length === 0 ? t('history.first') : list.format(changed.map((part) => t(`history.parts.${part}`)));
        const back = (
          <ChangeButton call={callTo(deskEndpoints.publishAgain, { version, number })} successMessage={t('history.done')}>
            {t('history.back')}
            <span className="visually-hidden"> {number}</span>
          </ChangeButton>
        );
        return (
          <Row
            key={number}
            title={<When at={at} />}
            end={number === latest?.number ? <span className="quiet">{t('history.now')}</span> : back}
          >
            <p className="quiet">{name === '' ? what : t('history.by', { name, what })}</p>
          </Row>
        );
      }}
    </Rows>
  );
};

/** What the shop looked like before, and the way back. */
export const HistoryScreen = () => {
  const { t } = useTranslation('desk-shop');
  const query = useRead(deskEndpoints.shopHistory, {});
  return (
    <>
      <BackLinks to={deskPages.settings} title={t('back')} />
      <DeskHeading title={t('history.heading')} lead={t('history.lead')} />
      <Fetched query={query}>{(found) => <Versions found={found} />}</Fetched>
    </>
  );
};
