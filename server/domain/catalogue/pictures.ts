import type { Database } from '#server/db/schema.ts';

/** An encoded picture: the stem of its file names, and a tiny preview as a data URL for the product list. */
export type Picture = { readonly stem: string; readonly preview: string };

/** The encoded files of pictures, by name; the name contains a hash of the content, so that no file ever changes. */
export type PictureStore = {
  readonly read: (file: string) => Promise<Uint8Array | undefined>;
  /** Returns those of these files that are not stored. */
  readonly listMissing: (files: readonly string[]) => Promise<string[]>;
  readonly write: (file: string, content: Uint8Array) => Promise<void>;
  readonly remove: (files: readonly string[]) => Promise<void>;
};

/** Picture by the name of its source file. */
export type PictureManifest = Record<string, Picture>;

/** Upserts pictures and returns how many were new or changed. A sample picture does not overwrite the seller's of the same name. */
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

/** The pictures that come with a change by the seller: their file names, how to encode one into the shop, and how to discard encoded ones. */
export type PictureSource = {
  readonly files: readonly string[];
  /** Throws `Invalid` for a file that is no picture. */
  readonly encode: (file: string) => Promise<Picture>;
  readonly discard: (stems: readonly string[]) => Promise<void>;
};

/** Encodes pictures for a change of the catalogue. If the change is refused, the new files are deleted again, unless another picture uses them. */
export const withPictures = async <Result>(
  db: Database,
  { encode, discard }: PictureSource,
  files: readonly string[],
  change: (pictures: PictureManifest) => Promise<Result>,
): Promise<Result> => {
  const pictures: PictureManifest = {};
  try {
    for (const file of files) pictures[file] = await encode(file);
    return await change(pictures);
  } catch (error) {
    const stems = Object.values(pictures).map(({ stem }) => stem);
    if (stems.length > 0) {
      const rows = await db.selectFrom('picture').select('stem').where('stem', 'in', stems).execute();
      await discard(stems.filter((stem) => !rows.some((row) => row.stem === stem)));
    }
    throw error;
  }
};
