import * as z from 'zod/mini';

// Our content security policy forbids code from strings; zod need not even try.
z.config({ jitless: true });

const text = (fallback: string) => z._default(z.string(), fallback);

/** Every `VITE_…` variable that the shop reads; `.env.example` says what each is for. */
const environment = z.object({
  VITE_API_HOST: z.pipe(
    text(''),
    z.transform((host) => host.replace(/\/+$/, '')),
  ),
  VITE_I18N_DEBUG: z.pipe(
    text('true'),
    z.transform((flag) => flag !== 'false'),
  ),
  VITE_SHOP_NAME: text('Flone'),
  VITE_SHOP_PHONE: text('0113 496 0142'),
  VITE_SHOP_PHONE_SECOND: text('020 7946 0817'),
  VITE_SHOP_EMAIL: text('hello@flone.example.com'),
  VITE_SHOP_ADDRESS: text('Flone, Unit 4, The Old Mill, Mill Lane, Exampleford, EX4 0AA, United Kingdom'),
  VITE_SHOP_FACEBOOK: text('https://facebook.com/example'),
  VITE_SHOP_TIKTOK: text('https://tiktok.com/@example'),
  VITE_SHOP_INSTAGRAM: text('https://instagram.com/example'),
  VITE_COPYRIGHT_YEAR: text('2025'),
});

/** The build's settings, read and checked once. */
export const env = environment.parse(import.meta.env);
