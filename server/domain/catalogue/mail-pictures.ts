import { pictureFolder, picturePath, pictureWidths } from '#contract/picture.ts';
import type { Database } from '#server/db/schema.ts';
import { storedImages } from '#server/domain/catalogue/catalogue.ts';
import type { PicturedProduct } from '#server/mail/email.ts';
import type { MailShop } from '#server/mail/email-html.ts';

/** The square JPEG of a picture that emails show: Outlook shows neither AVIF nor WebP, and crops nothing. */
export const mailPictureFile = (stem: string): string => `${stem}-${pictureWidths[0]}.jpg`;

/** Looks up the pictures of items: that of the colour, else the product's first. Returns the stem of each, if it has one. */
export const findPictureStems = async (
  db: Database,
  pictured: readonly PicturedProduct[],
): Promise<(product: PicturedProduct) => string | undefined> => {
  if (pictured.length === 0) return () => undefined;
  const ids = [...new Set(pictured.map(({ productId }) => productId))];
  const products = await db.selectFrom('product').select(['id', 'images']).where('id', 'in', ids).execute();
  const colors = await db.selectFrom('product_color').select(['product_id', 'color', 'image']).where('product_id', 'in', ids).execute();
  const files = new Map(products.map(({ id, images }) => [id, storedImages.parse(JSON.parse(images))[0]?.file ?? '']));
  const fileOf = ({ productId, color }: PicturedProduct): string =>
    colors.find((row) => row.product_id === productId && row.color === color && row.image !== '')?.image ?? files.get(productId) ?? '';
  const wanted = [...new Set(pictured.map(fileOf))];
  const pictures = await db.selectFrom('picture').select(['file', 'stem']).where('file', 'in', wanted).execute();
  const stems = new Map(pictures.map(({ file, stem }) => [file, stem]));
  return (product) => stems.get(fileOf(product));
};

/** The first pictures of products, as the `src` of each; '' of one without. */
export const findFirstPictures = async (db: Database, productIds: readonly string[]): Promise<(productId: string) => string> => {
  const toPictured = (productId: string): PicturedProduct => ({ productId, color: null });
  const stemOf = await findPictureStems(db, productIds.map(toPictured));
  return (productId) => {
    const stem = stemOf(toPictured(productId));
    return stem === undefined ? '' : picturePath(stem);
  };
};

/** The pictures of items in emails. `apiUrl` is the origin that serves them. */
export const findMailPictures =
  (db: Database, apiUrl: string): MailShop['findPictures'] =>
  async (pictured) => {
    const stemOf = await findPictureStems(db, pictured);
    return (product) => {
      const stem = stemOf(product);
      return stem && `${apiUrl}${pictureFolder}${mailPictureFile(stem)}`;
    };
  };
