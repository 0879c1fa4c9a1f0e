import type { Context } from 'hono';
import type { Services } from '#server/http/services.ts';
import type { Sender } from '#server/mail/templates/account-emails.ts';
import type { Origins } from '#server/payments/provider.ts';

/** Name and URL that sign the shop's mail. */
export const emailSender = async ({ readShop, shopUrl }: Pick<Services, 'readShop' | 'shopUrl'>): Promise<Sender> => ({
  shopName: (await readShop()).details.name,
  shopUrl: shopUrl(),
});

/** Origins of storefront and API as the calling browser sees them, for the return URLs of a payment page. */
export const originsFor = (c: Context, { shopOrigin, publicUrl }: Pick<Services, 'shopOrigin' | 'publicUrl'>): Origins => {
  const api = publicUrl ?? new URL(c.req.url).origin;
  return { api, shop: shopOrigin ?? api };
};
