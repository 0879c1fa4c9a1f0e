import { screenPaths } from '#shared/paths.ts';
import { phoneLink, shop } from '#shared/shop.ts';

/** The targets of the links in the texts of the legal pages, by their tags: `<contact>…</contact>`. */
export const legalLinks: Readonly<Record<string, string>> = {
  ...screenPaths,
  citizens: 'https://www.citizensadvice.org.uk/consumer/',
  cookies: '#cookies',
  eass: 'https://www.equalityadvisoryservice.com/',
  eassPhone: 'tel:08088000082',
  email: `mailto:${shop.email}`,
  equality: 'https://www.equalityni.org/',
  form: '#form',
  ico: 'https://ico.org.uk/make-a-complaint/',
  ireland: 'https://www.nidirect.gov.uk/consumerline',
  limits: '#limits',
  phone: phoneLink(shop.phones[0] ?? ''),
  scotland: 'https://www.consumeradvice.scot/',
  wcag: 'https://www.w3.org/TR/WCAG22/',
  windows: '#returns',
};
