import { Hono } from 'hono';
import { publicShopPath } from '#contract/hydration-data.ts';
import type { PublicShop } from '#contract/shop.ts';
import { type EncodedBody, encodeText, jsonType, sendEncoded } from '#server/http/encoded-body.ts';
import type { Services } from '#server/http/services.ts';

/** What differs from shop to shop, for a storefront on another host: the documents that are served here have it in them. */
export const shopRoutes = ({ readShop }: Pick<Services, 'readShop'>): Hono => {
  let latest: { readonly number: number; readonly body: EncodedBody } | undefined;
  return new Hono().get(publicShopPath, async (c) => {
    const { number, forBrowsers, look } = await readShop();
    if (latest?.number !== number) {
      const shop: PublicShop = { ...forBrowsers, styles: look?.styles };
      latest = { number, body: await encodeText(JSON.stringify(shop), jsonType) };
    }
    return sendEncoded(c, latest.body, 'no-cache');
  });
};
