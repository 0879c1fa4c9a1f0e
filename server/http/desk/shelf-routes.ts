import { productViews } from '#contract/desk/products.ts';
import { reviewViews } from '#contract/desk/reviews.ts';
import { voucherViews } from '#contract/desk/vouchers.ts';
import { readRows, writeRows } from '#server/domain/catalogue/catalogue-file.ts';
import { exportCatalogue, importCatalogue, planImport } from '#server/domain/catalogue/catalogue-import.ts';
import { changeCategories, listDeskCategories } from '#server/domain/catalogue/categories.ts';
import { countAtDesk, createProduct, saveProduct, showDeskProduct } from '#server/domain/catalogue/product-editor.ts';
import { listDeskProducts } from '#server/domain/catalogue/product-list.ts';
import { sellProduct, withdrawProduct } from '#server/domain/catalogue/products.ts';
import { removeSamples, restoreSamples } from '#server/domain/catalogue/samples.ts';
import { changeSynonyms, listDeskSynonyms } from '#server/domain/catalogue/synonyms.ts';
import { setDeliveryOptions, showDeliveryOptions } from '#server/domain/delivery/delivery-options.ts';
import { addStaffEvent } from '#server/domain/desk/staff.ts';
import { changeReview, listDeskReviews, readDeskReviewPicture, showDeskReview } from '#server/domain/reviews/desk-reviews.ts';
import { openForShoppers, showDeskShop } from '#server/domain/shop/desk-shop.ts';
import { changeShop, listVersions, publishAgain } from '#server/domain/shop/shop-versions.ts';
import { changeWord, listWords, type Originals } from '#server/domain/shop/words.ts';
import { listDeskVouchers, showDeskVoucher } from '#server/domain/vouchers/desk-vouchers.ts';
import { createVoucher, endVoucher } from '#server/domain/vouchers/vouchers.ts';
import { deskCalls } from '#server/http/desk/desk-calls.ts';
import { changesOn, type DeskItemRequest, readView, sendPhotograph } from '#server/http/desk/desk-request.ts';
import { memoizeSuccess } from '#server/http/memoize-success.ts';
import type { Serve } from '#server/http/serve.ts';
import type { Services } from '#server/http/services.ts';
import { createTexts, namesOfTexts } from '#server/http/texts.ts';
import { removeProductAndPictures, uploadPicture } from '#server/storage/catalogue-pictures.ts';
import { readSeedData } from '#server/storage/seed-data.ts';

/** The texts of the built storefront, without those of the desk; none where this server serves no pages. */
const originalsOf = ({ dist, readShop }: Services): Originals => {
  const namespaces = dist === undefined ? [] : namesOfTexts(dist).filter((name) => !name.startsWith('desk'));
  const load = dist === undefined ? async () => ({}) : createTexts({ dist, readShop }).loadOriginal;
  return { namespaces, load };
};

/** The calls of the desk about products, reviews, vouchers, ways of delivery, the shop itself and the catalogue. */
export const shelfRoutes = (serve: Serve, services: Services): void => {
  const { db, lowStockLimit, referenceDays, sellerPictures } = services;
  const change = changesOn(serve);
  serve(deskCalls.products, ({ c, now }) => {
    const { q, category, after } = c.req.query();
    return listDeskProducts(db, { view: readView(c, productViews), text: q, category, after }, { lowStockLimit, now });
  });
  const show = (id: string, now: Date) => showDeskProduct(db, id, { now, referenceDays });
  const product = ({ id, now }: DeskItemRequest) => show(id, now);
  serve(deskCalls.product, product);
  serve(deskCalls.createProduct, async ({ now, by, body: { id, fields } }) => {
    await createProduct(db, id, fields, { by, now });
    return show(id, now);
  });
  change(deskCalls.saveProduct, product, ({ id, now, by, body: { revision: seen, fields, ...pieces } }) =>
    saveProduct(db, id, fields, { by, seen, now, ...pieces }),
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

  const review = ({ id }: DeskItemRequest) => showDeskReview(db, id);
  const categories = () => listDeskCategories(db);
  const synonyms = () => listDeskSynonyms(db);
  serve(deskCalls.reviews, ({ c }) => listDeskReviews(db, readView(c, reviewViews), c.req.query('after')));
  serve(deskCalls.review, review);
  serve(deskCalls.reviewPicture, async ({ c }) => sendPhotograph(c, await readDeskReviewPicture(db, c.req.param())));
  change(deskCalls.changeReview, review, ({ id, now, by, body }) => changeReview(db, id, body, by, now));

  const readVoucher = (code: string, now: Date) => showDeskVoucher(db, code, { shopUrl: services.shopUrl(), now });
  serve(deskCalls.vouchers, ({ c, now }) => listDeskVouchers(db, readView(c, voucherViews), c.req.query('after'), now));
  serve(deskCalls.voucher, ({ id, now }) => readVoucher(id, now));
  serve(deskCalls.createVoucher, async ({ now, by, body }) => readVoucher((await createVoucher(db, body, { by, now })).code, now));
  serve(deskCalls.endVoucher, async ({ id, now, by }) => readVoucher((await endVoucher(db, id, { by, now })).code, now));

  serve(deskCalls.categories, categories);
  change(deskCalls.changeCategories, categories, ({ now, by, body: { version: seen, change: wanted } }) =>
    changeCategories(db, wanted, { by, seenVersion: seen, now }),
  );
  serve(deskCalls.synonyms, synonyms);
  change(deskCalls.changeSynonyms, synonyms, ({ now, by, body: { version: seen, ...wanted } }) =>
    changeSynonyms(db, wanted, { by, seenVersion: seen, now }),
  );
  const delivery = () => showDeliveryOptions(db);
  serve(deskCalls.delivery, delivery);
  change(deskCalls.changeDelivery, delivery, ({ now, by, body: { version: seen, options } }) =>
    setDeliveryOptions(db, options, { by, seenVersion: seen, now }),
  );
  const seed = memoizeSuccess(readSeedData);
  const shop = async () => showDeskShop(db, await seed());
  serve(deskCalls.shop, shop);
  change(deskCalls.changeDetails, shop, ({ now, by, body: { version: seen, details } }) =>
    changeShop(db, (data) => ({ ...data, details }), { by, seen, now }),
  );
  change(deskCalls.changeDays, shop, ({ now, by, body: { version: seen, days } }) =>
    changeShop(db, (data) => ({ ...data, days }), { by, seen, now }),
  );
  change(deskCalls.changeLook, shop, ({ now, by, body: { version: seen, look } }) =>
    changeShop(db, (data) => ({ ...data, look }), { by, seen, now }),
  );
  change(deskCalls.openShop, shop, ({ now, by, body: { version: seen } }) => openForShoppers(db, { by, seen, now }));
  change(deskCalls.changeSamples, shop, async ({ now, by, body: { areShown } }) =>
    (areShown ? restoreSamples : removeSamples)(db, await seed(), { by, now }),
  );
  const history = () => listVersions(db);
  serve(deskCalls.shopHistory, history);
  change(deskCalls.publishAgain, history, ({ now, by, body: { version: seen, number } }) => publishAgain(db, number, { by, seen, now }));
  const originals = originalsOf(services);
  serve(deskCalls.words, ({ c }) => {
    const { q, page, view } = c.req.query();
    return listWords(db, originals, { q, page, isChanged: view === 'changed' });
  });
  serve(deskCalls.changeWord, ({ now, by, body: { version: seen, ...word } }) =>
    changeWord(db, originals, { version: seen, ...word }, { by, seen, now }),
  );
  serve(deskCalls.importCatalogue, async ({ now, by, body: { file, format, version, ...settings } }) => {
    const plan = await planImport(db, () => readRows(file, format), { ...settings, now, referenceDays });
    if (version === null || plan.refused.length > 0) return plan;
    await importCatalogue(db, readRows(file, format), { ...settings, now, acting: { by, seenVersion: version } });
    return { ...plan, isDone: true };
  });
  serve(deskCalls.exportCatalogue, async ({ now, by, body: { format } }) => {
    await addStaffEvent(db, by, 'catalogue', now);
    return { name: `products.${format}`, text: writeRows(await exportCatalogue(db), format) };
  });
};
