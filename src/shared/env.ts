import { defaultShopDetails } from '#contract/shop-details.ts';

// Not parsed by zod, which is not part of the first download: every value is a text with a default.
const variables: Readonly<Record<string, unknown>> = import.meta.env;

const text = (name: string, fallback: string): string => {
  const value = variables[name];
  return typeof value === 'string' ? value : fallback;
};

/** The build's settings: every `VITE_…` variable that the shop reads; `.env.example` describes each. */
export const env = {
  VITE_API_HOST: text('VITE_API_HOST', '').replace(/\/+$/, ''),
  VITE_I18N_DEBUG: text('VITE_I18N_DEBUG', 'true') !== 'false',
  VITE_LANGUAGES: text('VITE_LANGUAGES', 'en'),
  VITE_SHOP_NAME: text('VITE_SHOP_NAME', defaultShopDetails.name),
  VITE_SHOP_PHONE: text('VITE_SHOP_PHONE', defaultShopDetails.phone),
  VITE_SHOP_PHONE_SECOND: text('VITE_SHOP_PHONE_SECOND', '020 7946 0817'),
  VITE_SHOP_EMAIL: text('VITE_SHOP_EMAIL', defaultShopDetails.email),
  VITE_SHOP_ADDRESS: text('VITE_SHOP_ADDRESS', defaultShopDetails.address),
  VITE_SHOP_REGISTERED: text('VITE_SHOP_REGISTERED', ''),
  VITE_SHOP_HOURS: text('VITE_SHOP_HOURS', 'Monday to Friday 9 am to 5 pm, Saturday 10 am to 1 pm, Closed on bank holidays'),
  VITE_SHOP_FACEBOOK: text('VITE_SHOP_FACEBOOK', 'https://facebook.com/example'),
  VITE_SHOP_TIKTOK: text('VITE_SHOP_TIKTOK', 'https://tiktok.com/@example'),
  VITE_SHOP_INSTAGRAM: text('VITE_SHOP_INSTAGRAM', 'https://instagram.com/example'),
  VITE_WORKING_DAYS: text('VITE_WORKING_DAYS', 'Mon,Tue,Wed,Thu,Fri'),
  VITE_CUT_OFF: text('VITE_CUT_OFF', '14:00'),
  VITE_DISPATCH_DAYS: text('VITE_DISPATCH_DAYS', '2'),
  VITE_COURIER_DAYS: text('VITE_COURIER_DAYS', '2-3'),
  VITE_CLOSED_DAYS: text('VITE_CLOSED_DAYS', ''),
  VITE_COPYRIGHT_YEAR: text('VITE_COPYRIGHT_YEAR', '2025'),
  VITE_CHAT_PHONE: text('VITE_CHAT_PHONE', '+44 7700 900142'),
  VITE_CHAT_NAME: text('VITE_CHAT_NAME', ''),
  VITE_CHAT_URL: text('VITE_CHAT_URL', 'https://api.whatsapp.com/send'),
  VITE_CHAT_SOUND: text('VITE_CHAT_SOUND', '') === 'true',
} as const;
