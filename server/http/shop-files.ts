import type { Shop } from '#server/domain/shop/read-shop.ts';
import { type EncodedBody, encodeText } from '#server/http/encoded-body.ts';
import type { Services } from '#server/http/services.ts';

/** How the built files that follow the shop are written for it. */
const writers: Readonly<Record<string, (built: string, shop: Shop) => string>> = {
  '/site.webmanifest': (built, { details: { name }, look }) =>
    JSON.stringify({
      ...JSON.parse(built),
      ...{ name, short_name: name },
      ...(look && { background_color: look.paper.light, theme_color: look.paper.light }),
    }),
  '/favicon.svg': (built, { look }) =>
    look === undefined
      ? built
      : built.replace(/fill="#\w+"/, `fill="${look.accent}"`).replace(/stroke="#\w+"/, `stroke="${look.paper.light}"`),
};

/** Readers of the built files that have the shop's name or its colours in them, by their paths; without those that are not built. */
export const createShopFiles = (
  { readShop }: Pick<Services, 'readShop'>,
  files: ReadonlyMap<string, EncodedBody>,
): ReadonlyMap<string, () => Promise<EncodedBody>> =>
  new Map(
    Object.entries(writers).flatMap(([path, write]) => {
      const file = files.get(path);
      if (!file) return [];
      const built = Buffer.from(file.identity).toString();
      let latest: { readonly number: number; readonly body: EncodedBody } | undefined;
      const read = async (): Promise<EncodedBody> => {
        const shop = await readShop();
        if (latest?.number !== shop.number) latest = { number: shop.number, body: await encodeText(write(built, shop), file.type) };
        return latest.body;
      };
      return [[path, read] as const];
    }),
  );
