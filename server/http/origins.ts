import type { Context } from 'hono';
import type { Services } from '#server/http/services.ts';
import type { Sender } from '#server/mail/templates/account-emails.ts';
import type { Origins } from '#server/payments/provider.ts';

/** What says where the shop is. */
export type Site = Pick<Services, 'shopOrigin' | 'publicUrl' | 'shopUrl'>;

/** Where the shop is, for links in mail and addresses that have to be whole; never from a request. */
export const shopUrlOf = ({ shopUrl, shopOrigin, publicUrl }: Site): string =>
  shopUrl?.() ?? shopOrigin ?? publicUrl ?? 'http://localhost:3000';

/** How the shop signs its mail. */
export const emailSender = (services: Site & Pick<Services, 'shopName'>): Sender => ({
  shopName: services.shopName ?? 'Flone',
  shopUrl: shopUrlOf(services),
});

/** Where the calling browser has the shop and the API, so that a payment page can send it back there. */
export const originsFor = (c: Context, { shopOrigin, publicUrl }: Site): Origins => {
  const api = publicUrl ?? new URL(c.req.url).origin;
  return { api, shop: shopOrigin ?? api };
};
