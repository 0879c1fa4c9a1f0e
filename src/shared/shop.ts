import { defaultShopDetails } from '#contract/shop-details.ts';
import { env } from './env.ts';

const lines = (list: string) => list.split(',').map((line) => line.trim());

/** Opening hours whose times are not broken before "am" and "pm". */
export const unbrokenHours = (hours: string): string => hours.replaceAll(/ (?=[ap]m\b)/g, '\u00A0');

/** The seller's details, from `VITE_…` variables. What is empty there is left out of the lists. */
export const shop = {
  name: env.VITE_SHOP_NAME,
  phones: [env.VITE_SHOP_PHONE, env.VITE_SHOP_PHONE_SECOND].filter((phone) => phone !== ''),
  email: env.VITE_SHOP_EMAIL,
  /** Nobody has made the shop their own: its email address and postal address are the sample's, which no public shop starts with. */
  isSample: env.VITE_SHOP_EMAIL === defaultShopDetails.email && env.VITE_SHOP_ADDRESS === defaultShopDetails.address,
  address: lines(env.VITE_SHOP_ADDRESS),
  /** Opening hours of the telephone, line by line. */
  hours: lines(unbrokenHours(env.VITE_SHOP_HOURS)),
  /** Company name, number, place of registration, VAT number, as UK law requires; empty for a sole trader without them. */
  registered: env.VITE_SHOP_REGISTERED,
  social: (
    [
      { name: 'Facebook', icon: 'facebook', url: env.VITE_SHOP_FACEBOOK },
      { name: 'TikTok', icon: 'tiktok', url: env.VITE_SHOP_TIKTOK },
      { name: 'Instagram', icon: 'instagram', url: env.VITE_SHOP_INSTAGRAM },
    ] as const
  ).filter(({ url }) => url !== ''),
  /** Settings of the chat widget. */
  chat: {
    phone: env.VITE_CHAT_PHONE,
    name: env.VITE_CHAT_NAME || env.VITE_SHOP_NAME,
    sendUrl: env.VITE_CHAT_URL,
    hasSound: env.VITE_CHAT_SOUND,
  },
  /** "Copyright 2025". */
  copyrightYear: env.VITE_COPYRIGHT_YEAR,
} as const;

/** The topic of each number of `shop.phones`: keys of `phones` in common.json. */
export const phoneTopics = ['help', 'trade'] as const;

/** A phone number as a link. */
export const phoneLink = (phone: string): string => `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
