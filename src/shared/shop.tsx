import { createContext, type ReactNode, useContext } from 'react';
import type { PublicShop } from '#contract/shop.ts';

/** Opening hours whose times are not broken before "am" and "pm". */
export const unbrokenHours = (hours: string): string => hours.replaceAll(/ (?=[ap]m\b)/g, '\u00A0');

const networks = [
  { name: 'Facebook', icon: 'facebook' },
  { name: 'TikTok', icon: 'tiktok' },
  { name: 'Instagram', icon: 'instagram' },
] as const;

/** What differs from shop to shop, as screens show it. What is empty there is left out of the lists. */
export const shopOf = ({ details, days, isSample }: PublicShop) => ({
  name: details.name,
  /** For orders and help, then for trade. */
  phones: [details.phone, details.tradePhone].filter((phone) => phone !== ''),
  email: details.email,
  isSample,
  address: details.address,
  /** The seller's name and postal address, for letters and parcels; the address may begin with the name. */
  postalAddress: [...new Set([details.name, ...details.address])],
  /** Opening hours of the telephone, line by line. */
  hours: details.hours.map(unbrokenHours),
  /** Company name, number, place of registration, VAT number, as UK law requires; empty for a sole trader without them. */
  registered: details.registered,
  social: networks.map((network) => ({ ...network, url: details.social[network.icon] })).filter(({ url }) => url !== ''),
  /** Settings of the chat widget. */
  chat: { ...details.chat, name: details.chat.name || details.name },
  /** "Copyright 2025". */
  copyrightYear: details.copyrightYear,
  /** When parcels are posted, and how long the courier takes. */
  delivery: days,
});

export type Shop = ReturnType<typeof shopOf>;

const ShopContext = createContext<Shop | undefined>(undefined);

export const ShopProvider = ({ shop, children }: { readonly shop: Shop; readonly children: ReactNode }) => (
  <ShopContext value={shop}>{children}</ShopContext>
);

/** The shop that the page was made for. */
export const useShop = (): Shop => {
  const shop = useContext(ShopContext);
  if (!shop) throw new Error('There is no ShopProvider.');
  return shop;
};

/** The topic of each number of `phones`: keys of `phones` in common.json. */
export const phoneTopics = ['help', 'trade'] as const;

/** A phone number as a link. */
export const phoneLink = (phone: string): string => `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
