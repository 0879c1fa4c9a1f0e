import { useTranslation } from 'react-i18next';
import { phoneLink, phoneTopics, useShop } from '#shared/shop.tsx';
import { Icon } from './icon.tsx';

/** Links to the shop's telephone numbers and email address; `bdi` keeps the digits in order in right-to-left languages. */
export const ContactLinks = () => {
  const shop = useShop();
  const { t } = useTranslation('common');
  return (
    <ul className="contact-links">
      {shop.phones.map((phone, index) => (
        <li key={phone}>
          <a href={phoneLink(phone)}>
            <Icon name="phone" />
            <bdi>{phone}</bdi>
          </a>{' '}
          <span className="quiet">{t(`phones.${phoneTopics[index] ?? 'help'}`)}</span>
        </li>
      ))}
      <li>
        <a href={`mailto:${shop.email}`}>
          <Icon name="mail" />
          {shop.email}
        </a>
      </li>
    </ul>
  );
};
