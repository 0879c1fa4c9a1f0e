import { type Context, Hono } from 'hono';
import { endpoints } from '#contract/endpoints.ts';
import { noStore } from '#server/http/no-store.ts';
import type { Services } from '#server/http/services.ts';

const maxProductId = 100;

/**
 * GET of the URLs in List-Unsubscribe, which some mail programs open in a browser: leads to the page of its product where one press
 * stops the mails. Changes nothing itself, because mail gateways open links as well.
 */
export const stopPageRoutes = ({ shopUrl }: Pick<Services, 'shopUrl'>): Hono => {
  const redirect = (c: Context, writeQuery: (token: string) => string): Response => {
    const productId = c.req.query('product') ?? '';
    const token = encodeURIComponent(c.req.param('token') ?? '');
    const isKnown = productId !== '' && productId.length <= maxProductId;
    // Without a product there is no such page, and the seller stops them.
    return c.redirect(`${shopUrl()}${isKnown ? `/product/${encodeURIComponent(productId)}${writeQuery(token)}` : '/contact'}`);
  };
  return new Hono()
    .get(endpoints.endReviewMails.path, noStore, (c) => redirect(c, (token) => `?review=${token}#stop`))
    .get(endpoints.endStockAlerts.path, noStore, (c) => redirect(c, (token) => `?unsubscribe=${token}`));
};
