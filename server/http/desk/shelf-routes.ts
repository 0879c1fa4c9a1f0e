import { reviewViews } from '#contract/desk/reviews.ts';
import { voucherViews } from '#contract/desk/vouchers.ts';
import { changeReview, listDeskReviews, readDeskReviewPicture, showDeskReview } from '#server/domain/reviews/desk-reviews.ts';
import { listDeskVouchers, listVoucherGoods, showDeskVoucher } from '#server/domain/vouchers/desk-vouchers.ts';
import { createVoucher, endVoucher } from '#server/domain/vouchers/vouchers.ts';
import { readView, sendPhotograph } from '#server/http/desk/desk-request.ts';
import { shelfCalls } from '#server/http/desk/shelf-calls.ts';
import type { Serve } from '#server/http/serve.ts';
import type { Services } from '#server/http/services.ts';

/** The calls of the desk about reviews and vouchers. */
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
};
