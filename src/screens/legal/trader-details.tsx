import { useTranslation } from 'react-i18next';
import { phoneLink, shop } from '#shared/shop.ts';

/** The seller's name, registration, address and contacts, which UK law requires before an order. */
export const TraderDetails = () => {
  const { t } = useTranslation('legal');
  return (
    <dl className="legal-trader">
      <div>
        <dt>{t('trader.name')}</dt>
        <dd>{shop.name}</dd>
      </div>
      <div>
        <dt>{t('trader.registered')}</dt>
        <dd>{shop.registered || t('trader.sample')}</dd>
      </div>
      <div>
        <dt>{t('trader.address')}</dt>
        <dd>
          <address>
            {shop.address.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </dd>
      </div>
      <div>
        <dt>{t('trader.email')}</dt>
        <dd>
          <a href={`mailto:${shop.email}`}>{shop.email}</a>
        </dd>
      </div>
      <div>
        <dt>{t('trader.phone')}</dt>
        <dd>
          {shop.phones.map((phone) => (
            <a key={phone} href={phoneLink(phone)}>
              <bdi>{phone}</bdi>
            </a>
          ))}
        </dd>
      </div>
    </dl>
  );
};
