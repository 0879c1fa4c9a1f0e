import { productViews } from '#contract/desk/products.ts';
import { countAtDesk, createProduct, saveProduct, showDeskProduct } from '#server/domain/catalogue/product-editor.ts';
import { listDeskProducts } from '#server/domain/catalogue/product-list.ts';
import { sellProduct, withdrawProduct } from '#server/domain/catalogue/products.ts';
import { deskCalls } from '#server/http/desk/desk-calls.ts';
import { changesOn, readView, type Shown } from '#server/http/desk/desk-request.ts';
import type { Serve } from '#server/http/serve.ts';
import type { Services } from '#server/http/services.ts';
import { removeProductAndPictures, uploadPicture } from '#server/storage/catalogue-pictures.ts';

/** The calls of the desk for products. */
export const productRoutes = (serve: Serve, { db, lowStockLimit, referenceDays, sellerPictures }: Services): void => {
  serve(deskCalls.products, ({ c, now }) => {
    const { q, category, after } = c.req.query();
    return listDeskProducts(db, { view: readView(c, productViews), text: q, category, after }, { lowStockLimit, now });
  });
  const change = changesOn(serve);
  const show = (id: string, now: Date) => showDeskProduct(db, id, { now, referenceDays });
  const product = ({ id, now }: Shown) => show(id, now);
  serve(deskCalls.product, product);
  serve(deskCalls.createProduct, async ({ now, by, body: { id, fields } }) => {
    await createProduct(db, id, fields, { by, now });
    return show(id, now);
  });
  change(deskCalls.saveProduct, product, ({ id, now, by, body: { revision: seen, fields } }) =>
    saveProduct(db, id, fields, { by, seen, now }),
  );
  change(deskCalls.sellProduct, product, ({ id, now, by, body: { revision: seen } }) => sellProduct(db, id, now, { by, seen }));
  change(deskCalls.withdrawProduct, product, ({ id, now, by, body: { revision: seen } }) => withdrawProduct(db, id, now, { by, seen }));
  serve(deskCalls.removeProduct, async ({ id, now, by, body: { revision: seen } }) => {
    const { outcome } = await removeProductAndPictures(db, sellerPictures, id, now, { by, seen });
    return { outcome };
  });
  serve(deskCalls.uploadPicture, ({ now, by, pictures: [picture = new Blob([])] }) =>
    uploadPicture(db, sellerPictures, picture, { by, now }),
  );
  serve(deskCalls.countStock, ({ now, by, body }) => countAtDesk(db, body, { by, now }));
};
