import * as z from 'zod/mini';
import { deskReview, deskReviewPage, reviewChange, reviewViews } from '#contract/desk/reviews.ts';
import { deskVoucher, deskVoucherPage, newVoucher, voucherGoods, voucherViews } from '#contract/desk/vouchers.ts';
import { after, desk, view } from '#server/http/desk/desk-call.ts';

/** Reviews and vouchers. */
export const shelfCalls = {
  reviews: desk('reviews', 'A page of the reviews', { query: { view: view(reviewViews), after }, answer: deskReviewPage }),
  review: desk('review', 'One review', { answer: deskReview, refusals: [404] }),
  reviewPicture: desk('reviewPicture', 'A photograph of a review', { isPicture: true, refusals: [404] }),
  changeReview: desk('changeReview', 'Decide a review, or reply to it', { body: reviewChange, answer: deskReview, refusals: [404, 409] }),
  vouchers: desk('vouchers', 'A page of the vouchers', { query: { view: view(voucherViews), after }, answer: deskVoucherPage }),
  voucher: desk('voucher', 'One voucher', { answer: deskVoucher, refusals: [404] }),
  createVoucher: desk('createVoucher', 'Make a voucher', { body: newVoucher, answer: deskVoucher, refusals: [409] }),
  endVoucher: desk('endVoucher', 'End a voucher now', { answer: deskVoucher, refusals: [404, 409] }),
  voucherGoods: desk('voucherGoods', 'What a voucher can be for', {
    query: { q: { description: 'A part of the name of a product.', schema: z.string() } },
    answer: voucherGoods,
  }),
} as const;
