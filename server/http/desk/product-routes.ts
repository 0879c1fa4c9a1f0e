import { productViews } from '#contract/desk/products.ts';
import { countAtDesk, createProduct, saveProduct, showDeskProduct } from '#server/domain/catalogue/product-editor.ts';
import { listDeskProducts } from '#server/domain/catalogue/product-list.ts';
import { sellProduct, withdrawProduct } from '#server/domain/catalogue/products.ts';
import { deskCalls } from '#server/http/desk/desk-calls.ts';
import { readView } from '#server/http/desk/desk-request.ts';
import type { Serve } from '#server/http/serve.ts';
import type { Services } from '#server/http/services.ts';
import { removeProductAndPictures, uploadPicture } from '#server/storage/catalogue-pictures.ts';

/** The calls of the desk for products. */
export const productRoutes = (serve: Serve, { db, lowStockLimit, sellerPictures }: Services): void => {
  serve(deskCalls.products, ({ c, now }) => {
    const { q, category, after } = c.req.query();
    return listDeskProducts(db, { view: readView(c, productViews), text: q, category, after }, { lowStockLimit, now });
  });
  serve(deskCalls.product, ({ c, now }) => showDeskProduct(db, c.req.param('productId'), now));
  serve(deskCalls.createProduct, async ({ now, by, body: { id, fields } }) => {
    await createProduct(db, id, fields, { by, now });
    return showDeskProduct(db, id, now);
  });
  serve(deskCalls.saveProduct, async ({ c, now, by, body: { revision, fields } }) => {
    await saveProduct(db, c.req.param('productId'), fields, { by, seen: revision, now });
    return showDeskProduct(db, c.req.param('productId'), now);
  });
  serve(deskCalls.sellProduct, async ({ c, now, by, body: { revision } }) => {
    await sellProduct(db, c.req.param('productId'), now, { by, seen: revision });
    return showDeskProduct(db, c.req.param('productId'), now);
  });
  serve(deskCalls.withdrawProduct, async ({ c, now, by, body: { revision } }) => {
    await withdrawProduct(db, c.req.param('productId'), now, { by, seen: revision });
    return showDeskProduct(db, c.req.param('productId'), now);
  });
  serve(deskCalls.removeProduct, async ({ c, now, by, body: { revision } }) => {
    const { outcome } = await removeProductAndPictures(db, sellerPictures, c.req.param('productId'), now, { by, seen: revision });
    return { outcome };
  });
  serve(deskCalls.uploadPicture, ({ now, by, pictures: [picture = new Blob([])] }) =>
    uploadPicture(db, sellerPictures, picture, { by, now }),
  );
  serve(deskCalls.countStock, ({ now, by, body }) => countAtDesk(db, body, { by, now }));
};
