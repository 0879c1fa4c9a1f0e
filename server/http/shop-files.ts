import { deskPath } from '#contract/desk/endpoints.ts';
import type { Shop } from '#server/domain/shop/read-shop.ts';
import { type EncodedBody, encodeText } from '#server/http/encoded-body.ts';
import type { Services } from '#server/http/services.ts';

export const webManifestPath = '/site.webmanifest';
export const deskManifestPath = `${deskPath}/site.webmanifest`;

const writeManifest = (built: string, { look }: Shop, own: { readonly name: string }): string =>
  JSON.stringify({
    ...JSON.parse(built),
    ...{ ...own, short_name: own.name },
    ...(look && { background_color: look.paper.light, theme_color: look.paper.light }),
  });

/** What the desk has of its own as an app: links out of it open the browser. */
const deskApp = { id: deskPath, start_url: deskPath, scope: deskPath, display: 'standalone' };

type Writer = { readonly source: string; readonly write: (built: string, shop: Shop) => string };

/** How the files that follow the shop are written for it, each from a built one. */
const writers: Readonly<Record<string, Writer>> = {
  [webManifestPath]: { source: webManifestPath, write: (built, shop) => writeManifest(built, shop, { name: shop.details.name }) },
  [deskManifestPath]: {
    source: webManifestPath,
    write: (built, shop) => writeManifest(built, shop, { ...deskApp, name: `${shop.details.name} desk` }),
  },
  '/favicon.svg': {
    source: '/favicon.svg',
    write: (built, { look }) =>
      look === undefined
        ? built
        : built.replace(/fill="#\w+"/, `fill="${look.accent}"`).replace(/stroke="#\w+"/, `stroke="${look.paper.light}"`),
  },
};

/** Readers of the built files that have the shop's name or its colours in them, by their paths; without those that are not built. */
export const createShopFiles = (
  { readShop }: Pick<Services, 'readShop'>,
  files: ReadonlyMap<string, EncodedBody>,
): ReadonlyMap<string, () => Promise<EncodedBody>> =>
  new Map(
    Object.entries(writers).flatMap(([path, { source, write }]) => {
      const file = files.get(source);
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
