import type { Database } from '#server/db/schema.ts';

/** An encoded picture: the stem of its file names, and a tiny preview as a data URL for the product list. */
export type Picture = { readonly stem: string; readonly preview: string };

/** Picture by the name of its source file. */
export type PictureManifest = Record<string, Picture>;

/**
 * Makes pictures known to the catalogue and tells how many were new or changed. A picture that the seller
 * brought in keeps its place: the shop's own of the same name does not overwrite it.
 */
export const registerPictures = async (db: Database, pictures: PictureManifest, origin: 'shop' | 'seller'): Promise<number> => {
  const rows = await db.selectFrom('picture').selectAll().execute();
  const known = new Map(rows.map((row) => [row.file, row]));
  const fresh = Object.entries(pictures).filter(([file, picture]) => {
    const row = known.get(file);
    if (!row) return true;
    if (row.origin === 'seller' && origin === 'shop') return false;
    return row.stem !== picture.stem || row.preview !== picture.preview || row.origin !== origin;
  });
  for (const [file, { stem, preview }] of fresh)
    await db
      .insertInto('picture')
      .values({ file, stem, preview, origin })
      .onConflict((conflict) => conflict.column('file').doUpdateSet({ stem, preview, origin }))
      .execute();
  return fresh.length;
};
