import type { Context } from 'hono';
import type { Services } from '#server/http/services.ts';

const maxProductId = 100;

/**
 * Answers a GET of an address in List-Unsubscribe, which some mail programs open in a browser: leads to the page of its product where one press
 * stops the mails. Changes nothing itself, because mail gateways open links as well.
 */
export const redirectToStopPage = (c: Context, { shopUrl }: Pick<Services, 'shopUrl'>, writeQuery: (token: string) => string): Response => {
  const productId = c.req.query('product') ?? '';
  const token = encodeURIComponent(c.req.param('token') ?? '');
  const isKnown = productId !== '' && productId.length <= maxProductId;
  // Without a product there is no such page, and the seller stops them.
  return c.redirect(`${shopUrl()}${isKnown ? `/product/${encodeURIComponent(productId)}${writeQuery(token)}` : '/contact'}`);
};
