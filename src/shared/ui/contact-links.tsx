import { phoneLink, shop } from '#shared/shop.ts';
import { Icon } from './icon.tsx';

/** Links to the shop's telephone numbers and email address; `bdi` keeps the digits in order in right-to-left languages. */
export const ContactLinks = () => (
  <ul className="contact-links">
    {shop.phones.map((phone) => (
      <li key={phone}>
        <a href={phoneLink(phone)}>
          <Icon name="phone" />
          <bdi>{phone}</bdi>
        </a>
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
