import * as z from 'zod/mini';
import {
  catalogueExport,
  catalogueFile,
  categoryChange,
  deskCategories,
  deskSynonyms,
  exportedFile,
  importPlan,
  synonymChange,
} from '#contract/desk/catalogue.ts';
import { deskDelivery } from '#contract/desk/delivery.ts';
import { deskReview, deskReviewPage, reviewChange, reviewViews } from '#contract/desk/reviews.ts';
import { deskVoucher, deskVoucherPage, newVoucher, voucherGoods, voucherViews } from '#contract/desk/vouchers.ts';
import { after, desk, view } from '#server/http/desk/desk-call.ts';

/** Reviews, vouchers, ways of delivery, and of the catalogue what is not one product. */
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
  categories: desk('categories', 'The categories in their order', { answer: deskCategories }),
  changeCategories: desk('changeCategories', 'Add, edit, order or remove a category', {
    body: categoryChange,
    answer: deskCategories,
    refusals: [404, 409],
  }),
  synonyms: desk('synonyms', 'Words that the search takes for others', { answer: deskSynonyms }),
  changeSynonyms: desk('changeSynonyms', 'Set or remove a synonym', { body: synonymChange, answer: deskSynonyms, refusals: [404, 409] }),
  delivery: desk('delivery', 'The ways to get an order', { answer: deskDelivery }),
  changeDelivery: desk('changeDelivery', 'Change the ways to get an order', { body: deskDelivery, answer: deskDelivery, refusals: [409] }),
  importCatalogue: desk('importCatalogue', 'Import products, or try what that would do', {
    body: catalogueFile,
    answer: importPlan,
    refusals: [409],
    maxBytes: 8_000_000,
  }),
  exportCatalogue: desk('exportCatalogue', 'All products that are sold, as a file', { body: catalogueExport, answer: exportedFile }),
} as const;
