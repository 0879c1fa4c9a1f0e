import { defaultShopDetails } from '#contract/shop-details.ts';

/** The values of settings that are left out. */
const defaults = {
  VITE_API_HOST: '',
  VITE_I18N_DEBUG: 'true',
  VITE_LANGUAGES: 'en',
  VITE_SHOP_NAME: defaultShopDetails.name,
  VITE_SHOP_PHONE: defaultShopDetails.phone,
  VITE_SHOP_PHONE_SECOND: '020 7946 0817',
  VITE_SHOP_EMAIL: defaultShopDetails.email,
  VITE_SHOP_ADDRESS: defaultShopDetails.address,
  VITE_SHOP_REGISTERED: '',
  VITE_SHOP_HOURS: 'Monday to Friday 9 am to 5 pm, Saturday 10 am to 1 pm, Closed on bank holidays',
  VITE_SHOP_FACEBOOK: 'https://facebook.com/example',
  VITE_SHOP_TIKTOK: 'https://tiktok.com/@example',
  VITE_SHOP_INSTAGRAM: 'https://instagram.com/example',
  VITE_WORKING_DAYS: 'Mon,Tue,Wed,Thu,Fri',
  VITE_CUT_OFF: '14:00',
  VITE_DISPATCH_DAYS: '2',
  VITE_COURIER_DAYS: '2-3',
  VITE_CLOSED_DAYS: '',
  VITE_COPYRIGHT_YEAR: '2025',
  VITE_CHAT_PHONE: '+44 7700 900142',
  VITE_CHAT_NAME: '',
  VITE_CHAT_URL: 'https://api.whatsapp.com/send',
  VITE_CHAT_SOUND: '',
};

// Every setting is a text. Not parsed by zod, which is not part of the first download.
const settings: Readonly<typeof defaults> = { ...defaults, ...(import.meta.env as Partial<typeof defaults>) };

/** The build's settings: every `VITE_…` variable that the shop reads; `.env.example` describes each. */
export const env = {
  ...settings,
  VITE_API_HOST: settings.VITE_API_HOST.replace(/\/+$/, ''),
  VITE_I18N_DEBUG: settings.VITE_I18N_DEBUG !== 'false',
  VITE_CHAT_SOUND: settings.VITE_CHAT_SOUND === 'true',
};
