import { env } from './env.ts';

/** Who keeps this shop: names and numbers that a seller changes by `VITE_…` variables. */
export const shop = {
  name: env.VITE_SHOP_NAME,
  phones: [env.VITE_SHOP_PHONE, env.VITE_SHOP_PHONE_SECOND].filter((phone) => phone !== ''),
  email: env.VITE_SHOP_EMAIL,
  address: env.VITE_SHOP_ADDRESS.split(',').map((line) => line.trim()),
  /** When somebody answers the telephone, line by line. */
  hours: env.VITE_SHOP_HOURS.split(',').map((line) => line.trim()),
  /** As UK law wants it on a website: company, number, place of registration, VAT number; empty for a shop that has none of these. */
  registered: env.VITE_SHOP_REGISTERED,
  social: [
    { name: 'Facebook', icon: 'facebook', address: env.VITE_SHOP_FACEBOOK },
    { name: 'TikTok', icon: 'tiktok', address: env.VITE_SHOP_TIKTOK },
    { name: 'Instagram', icon: 'instagram', address: env.VITE_SHOP_INSTAGRAM },
  ],
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

/** A phone number as a link. */
export const phoneLink = (phone: string): string => `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
