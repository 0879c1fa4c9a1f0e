import type { DeskShop } from '#contract/desk/shop.ts';
import { shadesOf } from '#contract/look.ts';
import type { Database } from '#server/db/schema.ts';
import { listSamples } from '#server/domain/catalogue/samples.ts';
import type { SeedData } from '#server/domain/catalogue/seed-shop.ts';
import { Conflict } from '#server/domain/failure.ts';
import { madeUpDetailsIn } from '#server/domain/shop/sample-shop.ts';
import { type ActingOnShop, changeShop, readShopForChange } from '#server/domain/shop/shop-versions.ts';

/** The shop with the version that a change must name. */
export const showDeskShop = async (db: Database, seed: SeedData): Promise<DeskShop> => {
  const { data, version } = await readShopForChange(db);
  const { light, dark } = shadesOf(data.look);
  return {
    ...data,
    version,
    madeUp: madeUpDetailsIn(data.details),
    samples: (await listSamples(db, seed)).length,
    shownAccent: { light: light.moss, dark: dark.moss },
  };
};

/** Shows the shop to shoppers. Throws `Conflict` where it still names the sample's seller. */
export const openForShoppers = (db: Database, acting: ActingOnShop): Promise<void> =>
  changeShop(
    db,
    (data) => {
      if (madeUpDetailsIn(data.details).length > 0)
        throw new Conflict(
          'The shop cannot open yet: its address, email address or telephone number is still made up.',
          undefined,
          'madeUp',
        );
      return { ...data, isOpen: true };
    },
    acting,
  );
