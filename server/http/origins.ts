import type { Context } from 'hono';
import type { Services } from '#server/http/services.ts';
import type { Sender } from '#server/mail/templates/account-emails.ts';
import type { Origins } from '#server/payments/provider.ts';

/** How the shop signs its mail. */
export const emailSender = ({ shopName, shopUrl }: Pick<Services, 'shopName' | 'shopUrl'>): Sender => ({ shopName, shopUrl: shopUrl() });

/** Where the calling browser has the shop and the API, so that a payment page can send it back there. */
export const originsFor = (c: Context, { shopOrigin, publicUrl }: Pick<Services, 'shopOrigin' | 'publicUrl'>): Origins => {
  const api = publicUrl ?? new URL(c.req.url).origin;
  return { api, shop: shopOrigin ?? api };
};
