import type { MadeUpDetail, ShopData, ShopDetails } from '#contract/shop.ts';
import { isUnreachable } from '#server/domain/shop/unreachable.ts';

/** The first values of what is not given: plainly fictitious (Ofcom's drama numbers, example.com). */
export const sampleShop: ShopData = {
  isOpen: true,
  details: {
    name: 'Flone',
    phone: '0113 496 0142',
    tradePhone: '020 7946 0817',
    email: 'hello@flone.example.com',
    address: ['Flone', 'Unit 4', 'The Old Mill', 'Mill Lane', 'Exampleford', 'EX4 0AA', 'United Kingdom'],
    hours: ['Monday to Friday 9 am to 5 pm', 'Saturday 10 am to 1 pm', 'Closed on bank holidays'],
    registered: '',
    vat: null,
    social: {
      facebook: 'https://facebook.com/example',
      tiktok: 'https://tiktok.com/@example',
      instagram: 'https://instagram.com/example',
    },
    chat: { phone: '+44 7700 900142', name: '', url: 'https://api.whatsapp.com/send', hasSound: false },
    copyrightYear: '2025',
  },
  days: { workingDays: [1, 2, 3, 4, 5], cutOff: 14 * 60, dispatchDays: 2, courierDays: { min: 2, max: 3 }, closed: [] },
  // That of the build (`src/styles/_tokens.scss`).
  look: { accent: '#3e5641', paper: 'linen', type: 'fraunces', corners: 'round' },
  words: {},
};

const isSampleAddress = ({ address }: ShopDetails): boolean => address.join() === sampleShop.details.address.join();

/** Nobody has made the shop their own. */
export const isSampleSeller = (details: ShopDetails): boolean => details.email === sampleShop.details.email && isSampleAddress(details);

/**
 * The details with which a public shop must not open: the sample's, and an email address under a domain that is reserved, so that nobody gets mail there. A
 * name may be the sample's.
 */
export const madeUpDetailsIn = (details: ShopDetails): MadeUpDetail[] => [
  ...(details.phone === sampleShop.details.phone ? (['phone'] as const) : []),
  ...(isUnreachable(details.email) ? (['email'] as const) : []),
  ...(isSampleAddress(details) ? (['address'] as const) : []),
];
