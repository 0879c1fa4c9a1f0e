import { useTranslation } from 'react-i18next';
import { phoneLink, shop } from '#shared/shop.ts';
import { Address } from '#shared/ui/address.tsx';
import { Fact } from '#shared/ui/fact.tsx';

/** The seller's name, registration, address and contacts, which UK law requires before an order. */
export const TraderDetails = () => {
  const { t } = useTranslation('legal');
  return (
    <dl className="legal-trader">
      <Fact term={t('trader.name')}>{shop.name}</Fact>
      <Fact term={t('trader.registered')}>{shop.registered || t('trader.sample')}</Fact>
      <Fact term={t('trader.address')}>
        <Address lines={shop.address} />
      </Fact>
      <Fact term={t('trader.email')}>
        <a href={`mailto:${shop.email}`}>{shop.email}</a>
      </Fact>
      <Fact term={t('trader.phone')}>
        {shop.phones.map((phone) => (
          <a key={phone} href={phoneLink(phone)}>
            <bdi>{phone}</bdi>
          </a>
        ))}
      </Fact>
    </dl>
  );
};
