import { reviewViews } from '#contract/desk/reviews.ts';
import { voucherViews } from '#contract/desk/vouchers.ts';
import { readRows, writeRows } from '#server/domain/catalogue/catalogue-file.ts';
import { exportCatalogue, importCatalogue, planImport } from '#server/domain/catalogue/catalogue-import.ts';
import { changeCategories, listDeskCategories } from '#server/domain/catalogue/categories.ts';
import { changeSynonyms, listDeskSynonyms } from '#server/domain/catalogue/synonyms.ts';
import { setDeliveryOptions, showDeliveryOptions } from '#server/domain/delivery/delivery-options.ts';
import { addStaffEvent } from '#server/domain/desk/staff.ts';
import { changeReview, listDeskReviews, readDeskReviewPicture, showDeskReview } from '#server/domain/reviews/desk-reviews.ts';
import { listDeskVouchers, listVoucherGoods, showDeskVoucher } from '#server/domain/vouchers/desk-vouchers.ts';
import { createVoucher, endVoucher } from '#server/domain/vouchers/vouchers.ts';
import { readView, sendPhotograph } from '#server/http/desk/desk-request.ts';
import { shelfCalls } from '#server/http/desk/shelf-calls.ts';
import type { Serve } from '#server/http/serve.ts';
import type { Services } from '#server/http/services.ts';

/** The calls of the desk about reviews, vouchers, ways of delivery and the catalogue. */
export const shelfRoutes = (serve: Serve, services: Services): void => {
  const { db } = services;
  serve(shelfCalls.reviews, ({ c }) => listDeskReviews(db, readView(c, reviewViews), c.req.query('after')));
  serve(shelfCalls.review, ({ c }) => showDeskReview(db, c.req.param('reference')));
  serve(shelfCalls.reviewPicture, async ({ c }) => sendPhotograph(c, await readDeskReviewPicture(db, c.req.param())));
  serve(shelfCalls.changeReview, async ({ c, now, by, body }) => {
    await changeReview(db, c.req.param('reference'), body, by, now);
    return showDeskReview(db, c.req.param('reference'));
  });

  const readVoucher = (code: string, now: Date) => showDeskVoucher(db, code, { shopUrl: services.shopUrl(), now });
  serve(shelfCalls.vouchers, ({ c, now }) => listDeskVouchers(db, readView(c, voucherViews), c.req.query('after'), now));
  serve(shelfCalls.voucher, ({ c, now }) => readVoucher(c.req.param('code'), now));
  serve(shelfCalls.createVoucher, async ({ now, by, body }) => readVoucher((await createVoucher(db, body, { by, now })).code, now));
  serve(shelfCalls.endVoucher, async ({ c, now, by }) => readVoucher((await endVoucher(db, c.req.param('code'), { by, now })).code, now));
  serve(shelfCalls.voucherGoods, ({ c }) => listVoucherGoods(db, c.req.query('q') ?? ''));

  serve(shelfCalls.categories, () => listDeskCategories(db));
  serve(shelfCalls.changeCategories, async ({ now, by, body: { version, change } }) => {
    await changeCategories(db, change, { by, seen: version, now });
    return listDeskCategories(db);
  });
  serve(shelfCalls.synonyms, () => listDeskSynonyms(db));
  serve(shelfCalls.changeSynonyms, async ({ now, by, body: { version, ...change } }) => {
    await changeSynonyms(db, change, { by, seen: version, now });
    return listDeskSynonyms(db);
  });
  serve(shelfCalls.delivery, () => showDeliveryOptions(db));
  serve(shelfCalls.changeDelivery, async ({ now, by, body: { version, options } }) => {
    await setDeliveryOptions(db, options, { by, seen: version, now });
    return showDeliveryOptions(db);
  });
  serve(shelfCalls.importCatalogue, async ({ now, by, body: { file, format, version, ...settings } }) => {
    const plan = await planImport(db, () => readRows(file, format), { ...settings, now });
    if (version === null || plan.refused.length > 0) return plan;
    await importCatalogue(db, readRows(file, format), { ...settings, now, acting: { by, seen: version } });
    return { ...plan, isDone: true };
  });
  serve(shelfCalls.exportCatalogue, async ({ now, by, body: { format } }) => {
    await addStaffEvent(db, by, 'catalogue', now);
    return { file: writeRows(await exportCatalogue(db), format) };
  });
};
