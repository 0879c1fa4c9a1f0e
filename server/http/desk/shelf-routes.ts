import { reviewViews } from '#contract/desk/reviews.ts';
import { voucherViews } from '#contract/desk/vouchers.ts';
import { readRows, writeRows } from '#server/domain/catalogue/catalogue-file.ts';
import { exportCatalogue, importCatalogue, planImport } from '#server/domain/catalogue/catalogue-import.ts';
import { changeCategories, listDeskCategories } from '#server/domain/catalogue/categories.ts';
import { changeSynonyms, listDeskSynonyms } from '#server/domain/catalogue/synonyms.ts';
import { setDeliveryOptions, showDeliveryOptions } from '#server/domain/delivery/delivery-options.ts';
import { addStaffEvent } from '#server/domain/desk/staff.ts';
import { changeReview, listDeskReviews, readDeskReviewPicture, showDeskReview } from '#server/domain/reviews/desk-reviews.ts';
import { listDeskVouchers, showDeskVoucher } from '#server/domain/vouchers/desk-vouchers.ts';
import { createVoucher, endVoucher } from '#server/domain/vouchers/vouchers.ts';
import { deskCalls } from '#server/http/desk/desk-calls.ts';
import { changesOn, readView, type Shown, sendPhotograph } from '#server/http/desk/desk-request.ts';
import type { Serve } from '#server/http/serve.ts';
import type { Services } from '#server/http/services.ts';

/** The calls of the desk about reviews, vouchers, ways of delivery and the catalogue. */
export const shelfRoutes = (serve: Serve, services: Services): void => {
  const { db } = services;
  const change = changesOn(serve);
  const review = ({ id }: Shown) => showDeskReview(db, id);
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
    changeCategories(db, wanted, { by, seen, now }),
  );
  serve(deskCalls.synonyms, synonyms);
  change(deskCalls.changeSynonyms, synonyms, ({ now, by, body: { version: seen, ...wanted } }) =>
    changeSynonyms(db, wanted, { by, seen, now }),
  );
  const delivery = () => showDeliveryOptions(db);
  serve(deskCalls.delivery, delivery);
  change(deskCalls.changeDelivery, delivery, ({ now, by, body: { version: seen, options } }) =>
    setDeliveryOptions(db, options, { by, seen, now }),
  );
  serve(deskCalls.importCatalogue, async ({ now, by, body: { file, format, version, ...settings } }) => {
    const plan = await planImport(db, () => readRows(file, format), { ...settings, now, referenceDays: services.referenceDays });
    if (version === null || plan.refused.length > 0) return plan;
    await importCatalogue(db, readRows(file, format), { ...settings, now, acting: { by, seen: version } });
    return { ...plan, isDone: true };
  });
  serve(deskCalls.exportCatalogue, async ({ now, by, body: { format } }) => {
    await addStaffEvent(db, by, 'catalogue', now);
    return { name: `products.${format}`, text: writeRows(await exportCatalogue(db), format) };
  });
};
