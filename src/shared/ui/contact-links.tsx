import { phoneLink, shop } from '#shared/shop.ts';
import { Icon } from './icon.tsx';

/** The shop's telephone numbers and e-mail address as links; a number keeps its order in any direction of writing. */
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
