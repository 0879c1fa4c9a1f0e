import type { Database } from '#server/db/schema.ts';

/** An encoded picture: the stem of its file names, and a tiny preview as a data URL for the product list. */
export type Picture = { readonly stem: string; readonly preview: string };

/** Picture by the name of its source file. */
export type PictureManifest = Record<string, Picture>;

/** Upserts pictures and gives how many were new or changed. A sample picture does not overwrite the seller's of the same name. */
export const registerPictures = async (db: Database, pictures: PictureManifest, origin: 'shop' | 'seller'): Promise<number> => {
  const rows = await db.selectFrom('picture').selectAll().execute();
  const existing = new Map(rows.map((row) => [row.file, row]));
  const changed = Object.entries(pictures).filter(([file, picture]) => {
    const row = existing.get(file);
    if (!row) return true;
    if (row.origin === 'seller' && origin === 'shop') return false;
    return row.stem !== picture.stem || row.preview !== picture.preview || row.origin !== origin;
  });
  for (const [file, { stem, preview }] of changed)
    await db
      .insertInto('picture')
      .values({ file, stem, preview, origin })
      .onConflict((conflict) => conflict.column('file').doUpdateSet({ stem, preview, origin }))
      .execute();
  return changed.length;
};
