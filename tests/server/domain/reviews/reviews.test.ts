import { sql } from 'kysely';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { pence } from '#contract/money.ts';
import type { ReviewForm } from '#contract/review.ts';
import type { Account } from '#server/domain/accounts/account-row.ts';
import { deletePersonalData } from '#server/domain/accounts/erasure.ts';
import { exportPersonalData } from '#server/domain/accounts/personal-data.ts';
import { catalogueVersions, listProducts } from '#server/domain/catalogue/catalogue.ts';
import { decideRefundRequest, requestRefund } from '#server/domain/money/refund-requests.ts';
import { changeStatus } from '#server/domain/orders/order-status.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { findPerson } from '#server/domain/person.ts';
import { purgeExpired } from '#server/domain/purge-expired.ts';
import { endReviewMails, sendReviewInvites, stopReviewMails } from '#server/domain/reviews/review-invites.ts';
import {
  approveReview,
  declineReview,
  keepReview,
  listReviews,
  removeReview,
  replyToReview,
  reportReview,
  showReview,
} from '#server/domain/reviews/review-moderation.ts';
import { listPublicReviews, openReview, readReviewPicture, writeReview } from '#server/domain/reviews/reviews.ts';
import { mailSellerNotices } from '#server/domain/seller/seller-notices.ts';
import { testPayments } from '#server/payments/test.ts';
import { encodeImages, refundImagesIn } from '#server/storage/refund-images.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aBuyer, aDelivery, anAccount, anOrderFor, anOrderRequest, minutesLater, sell, type Wanted } from '#tests/support/orders.ts';
import { aPhoto, pictureFolder } from '#tests/support/refunds.ts';

const db = await freshDatabase('empty');
const imageStore = refundImagesIn(await pictureFolder());
const daysLater = (days: number): Date => minutesLater(days * 24 * 60);
const asked = daysLater(8);
const sender = { shopName: 'Flone', shopUrl: 'https://shop.example' };

const ada = anAccount('ada', aBuyer.email);
const mallory: Account = { ...ada, id: 'mallory', email: 'mallory@example.com', firstName: 'Mallory' };

const mails = () => db.selectFrom('mail').select(['recipient', 'subject', 'text']).orderBy('created_at').orderBy('id').execute();
const mailsAbout = async (subject: RegExp) => (await mails()).filter((mail) => subject.test(mail.subject));
const invitation = /How do you like/;

const anOrder = async (
  email: string = aBuyer.email,
  items: readonly Wanted[] = [{ productId: 'mug' }, { productId: 'spoon' }],
  refusesReviewMail = false,
) => {
  const payload = { ...anOrderFor(...items), billingInfo: { ...aBuyer, email }, refusesReviewMail };
  const { _id } = await placeOrder(db, anOrderRequest(payload));
  await db.updateTable('order').set({ status: 'confirmed' }).where('id', '=', _id).execute();
  return _id;
};
const deliver = async (id: string): Promise<void> => {
  await changeStatus(db, testPayments, id, { to: 'Dispatch', method: 'Royal Mail', delivery: aDelivery, now: openingDay });
  await changeStatus(db, testPayments, id, { to: 'Delivered', delivery: aDelivery, now: openingDay });
};
const aDelivered = async (email?: string, items?: readonly Wanted[]): Promise<string> => {
  const id = await anOrder(email, items);
  await deliver(id);
  return id;
};
const tokensIn = (text: string): string[] =>
  [...text.matchAll(/\/product\/([\w-]+)\?review=([\w-]{43})/g)].map(([, , token = '']) => token);
/** Delivers an order, and returns the token of the mail about it. */
const anInvitation = async (email?: string, items?: readonly Wanted[]): Promise<string> => {
  await aDelivered(email, items);
  await sendReviewInvites(db, unsubscribeUrl, asked);
  const sent = (await mailsAbout(invitation)).find(({ recipient }) => recipient === (email ?? aBuyer.email));
  return tokensIn(sent?.text ?? '')[0] ?? '';
};

const unsubscribeUrl = (token: string, productId: string): string => `https://api.shop.example/stop/${token}?product=${productId}`;

const written = { stars: 5, author: 'Ada B.', text: 'It fits the hand, and keeps tea warm.' } as const;
const write = (
  key: string,
  over: Partial<ReviewForm> = {},
  { account, photographs = [], now = asked }: { account?: Account; photographs?: readonly Blob[]; now?: Date } = {},
) => writeReview(db, { productId: 'mug', key, ...written, ...over }, photographs, { account, encode: encodeImages, now });
const only = async () => {
  const [review] = await listReviews(db);
  if (!review) throw new Error('There is no review.');
  return review;
};
const approve = async (): Promise<string> => {
  const { reference } = await only();
  const { revision } = await showReview(db, reference);
  await approveReview(db, reference, { revision, now: asked });
  return reference;
};
const fieldsOf = async (id: string) => {
  const product = (await listProducts(db)).find(({ _id }) => _id === id);
  return { rating: product?.rating, reviewCount: product?.reviewCount };
};

beforeEach(async () => {
  for (const table of ['refund_image', 'refund', 'order', 'mail', 'seller_notice', 'review_opt_out', 'token', 'limit_hit'] as const)
    await db.deleteFrom(table).execute();
  await sell(
    db,
    { id: 'mug', name: 'Mug', basePrice: 10, stock: 99 },
    { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 99 },
    { id: 'poster', name: 'Poster', basePrice: 9, stock: 99 },
  );
});

describe('the mail that asks for reviews', () => {
  test('a buyer is asked once, a week after the delivery, with a link for each product', async () => {
    await aDelivered();
    await sendReviewInvites(db, unsubscribeUrl, new Date(daysLater(7).getTime() - 1));
    expect(await mailsAbout(/on its way|delivered/i)).not.toEqual([]);
    expect(await mailsAbout(invitation)).toEqual([]);
    const ask = () => sendReviewInvites(db, unsubscribeUrl, daysLater(7));
    await Promise.all([ask(), ask()]);
    expect(await mailsAbout(invitation)).toHaveLength(1);
    await sendReviewInvites(db, unsubscribeUrl, daysLater(30));
    const [mail, ...others] = await mailsAbout(invitation);
    expect(others).toEqual([]);
    expect(mail?.recipient).toBe(aBuyer.email);
    expect(mail?.text).toContain('https://shop.example/product/mug?review=');
    expect(mail?.text).toContain('https://shop.example/product/spoon?review=');
    const stored = await db.selectFrom('token').selectAll().where('purpose', '=', 'review').executeTakeFirstOrThrow();
    for (const token of tokensIn(mail?.text ?? '')) expect(JSON.stringify(stored)).not.toContain(token);
  });

  test('nobody is asked about goods that were refunded in full, are not sold any more, or are reviewed already', async () => {
    const refunded = await aDelivered('one@example.com', [{ productId: 'mug' }]);
    const reference = await requestRefund(db, { orderId: refunded, ProductId: 'mug', reason: 'It came cracked.' }, [], {
      imageStore,
      now: openingDay,
    });
    await decideRefundRequest(db, reference, { outcome: 'full', withoutReturn: true }, openingDay);
    await aDelivered('two@example.com', [{ productId: 'poster' }]);
    await db.updateTable('product').set({ withdrawn_at: openingDay.toISOString() }).where('id', '=', 'poster').execute();
    const reviewed = await aDelivered(aBuyer.email, [{ productId: 'spoon' }]);
    await write(reviewed, { productId: 'spoon' }, { account: ada });
    await aDelivered('four@example.com', [{ productId: 'mug' }]);
    await sendReviewInvites(db, unsubscribeUrl, asked);
    expect((await mailsAbout(invitation)).map(({ recipient }) => recipient)).toEqual(['four@example.com']);
    expect(await db.selectFrom('review_invite').select('order_id').execute()).toHaveLength(1);
  });

  test('a buyer who refused at the checkout is not asked about that order, and is about a later one', async () => {
    await deliver(await anOrder('refused@example.com', [{ productId: 'mug' }], true));
    await aDelivered('grace@example.com');
    await sendReviewInvites(db, unsubscribeUrl, asked);
    expect((await mailsAbout(invitation)).map(({ recipient }) => recipient)).toEqual(['grace@example.com']);
    await aDelivered('refused@example.com', [{ productId: 'spoon' }]);
    await sendReviewInvites(db, unsubscribeUrl, asked);
    expect((await mailsAbout(invitation)).map(({ recipient }) => recipient).toSorted()).toEqual([
      'grace@example.com',
      'refused@example.com',
    ]);
    expect(await db.selectFrom('review_opt_out').selectAll().execute()).toEqual([]);
  });

  test('one press stops mails that ask for reviews for the address, also with an expired link, and no others', async () => {
    const token = await anInvitation();
    await stopReviewMails(db, token, daysLater(200));
    await stopReviewMails(db, token, daysLater(200));
    const [row] = await db.selectFrom('review_opt_out').selectAll().execute();
    expect(JSON.stringify(row)).not.toContain('ada');
    await aDelivered('ADA@example.com');
    await aDelivered('grace@example.com');
    await sendReviewInvites(db, unsubscribeUrl, asked);
    expect((await mailsAbout(invitation)).map(({ recipient }) => recipient).toSorted()).toEqual([aBuyer.email, 'grace@example.com']);
    await expect(stopReviewMails(db, 'x'.repeat(43), asked)).rejects.toMatchObject({ code: 'invalid' });
  });

  test('the List-Unsubscribe URL of a mail that asks for reviews stops such mails; an unknown token does nothing', async () => {
    const token = await anInvitation();
    const { unsubscribe_url } = await db
      .selectFrom('mail')
      .select('unsubscribe_url')
      .where('text', 'like', `%${token}%`)
      .executeTakeFirstOrThrow();
    expect(unsubscribe_url).toBe(unsubscribeUrl(token, 'mug'));
    await endReviewMails(db, 'x'.repeat(43), asked);
    const optOuts = () => db.selectFrom('review_opt_out').select('email_hash').execute();
    expect(await optOuts()).toEqual([]);
    await endReviewMails(db, token, asked);
    await endReviewMails(db, token, asked);
    expect(await optOuts()).toHaveLength(1);
    await aDelivered();
    await sendReviewInvites(db, unsubscribeUrl, asked);
    expect(await mailsAbout(invitation)).toHaveLength(1);
  });
});

describe('writing a review', () => {
  test('a mailed link opens the form with a suggested name, and its review waits for the seller', async () => {
    const token = await anInvitation();
    expect(await openReview(db, { productId: 'mug', key: token }, { account: undefined, now: asked })).toEqual({
      productName: 'Mug',
      state: 'new',
      author: 'Ada B.',
      text: '',
      images: 0,
      isByMail: true,
    });
    await write(token, { stars: 4 }, { photographs: [new Blob([new Uint8Array(await aPhoto())])] });
    expect(await only()).toMatchObject({ state: 'waiting', stars: 4, product: 'Mug', author: 'Ada B.' });
    expect((await listPublicReviews(db, 'mug', 1)).items).toEqual([]);
    expect(await fieldsOf('mug')).toEqual({ rating: 0, reviewCount: 0 });
    const [file = ''] = (await only()).images;
    await expect(readReviewPicture(db, file)).rejects.toMatchObject({ kind: 'notFound' });
  });

  test('a link used twice changes the waiting review, and never adds a second', async () => {
    const token = await anInvitation();
    await write(token, {}, { photographs: [new Blob([new Uint8Array(await aPhoto())])] });
    await write(token, { stars: 2, text: 'After a week the glaze has cracked.' });
    const review = await only();
    expect(review).toMatchObject({ stars: 2, text: 'After a week the glaze has cracked.' });
    expect(review.images).toHaveLength(1);
    expect(await listReviews(db)).toHaveLength(1);
    expect(await openReview(db, { productId: 'mug', key: token }, { account: undefined, now: asked })).toMatchObject({
      state: 'waiting',
      stars: 2,
      images: 1,
    });
  });

  test('the author of a review removes the photographs sent before, with and without new ones, until it is decided', async () => {
    const token = await anInvitation();
    const photo = new Blob([new Uint8Array(await aPhoto())]);
    await write(token, {}, { photographs: [photo, photo] });
    expect((await only()).images).toHaveLength(2);
    await write(token, { removeImages: 'true' }, { photographs: [photo] });
    expect((await only()).images).toHaveLength(1);
    await write(token, { removeImages: 'true' });
    expect((await only()).images).toEqual([]);
    expect(await db.selectFrom('review_image').select('file').execute()).toEqual([]);
    await write(token, {}, { photographs: [photo] });
    await approve();
    await expect(write(token, { removeImages: 'true' })).rejects.toMatchObject({ kind: 'conflict' });
    expect((await only()).images).toHaveLength(1);
  });

  test('once a review is decided, it cannot be changed', async () => {
    const token = await anInvitation();
    await write(token);
    await approve();
    await expect(write(token, { stars: 1 })).rejects.toMatchObject({ kind: 'conflict' });
    expect(await only()).toMatchObject({ stars: 5, state: 'approved' });
    expect(await openReview(db, { productId: 'mug', key: token }, { account: undefined, now: asked })).toMatchObject({ state: 'approved' });
  });

  test('an unknown and an expired link to write a review are refused, each with its code', async () => {
    const token = await anInvitation();
    await expect(write('x'.repeat(43))).rejects.toMatchObject({ kind: 'invalid', code: 'invalid' });
    await expect(write(token, {}, { now: daysLater(99) })).rejects.toMatchObject({ kind: 'invalid', code: 'expired' });
    await write(token, {}, { now: daysLater(97) });
    expect(await only()).toMatchObject({ state: 'waiting' });
  });

  test('an account reviews its own delivered orders, and nobody else does by their number', async () => {
    const id = await aDelivered();
    await expect(write(id)).rejects.toMatchObject({ kind: 'unauthorised' });
    await expect(write(id, {}, { account: mallory })).rejects.toMatchObject({ kind: 'notFound' });
    await expect(write('ABCD-EFGH-JKMN-PQRS', {}, { account: mallory })).rejects.toMatchObject({ kind: 'notFound' });
    await expect(write(id, {}, { account: { ...ada, hasProvedMailbox: false } })).rejects.toMatchObject({ kind: 'notFound' });
    expect(await listReviews(db)).toEqual([]);
    await write(id.toLowerCase(), {}, { account: ada });
    expect(await only()).toMatchObject({ orderId: id, state: 'waiting' });
  });

  test('only what was bought, delivered and kept can be reviewed', async () => {
    const token = await anInvitation();
    await expect(write(token, { productId: 'poster' })).rejects.toMatchObject({ kind: 'invalid' });
    const onItsWay = await anOrder();
    await expect(write(onItsWay, {}, { account: ada })).rejects.toMatchObject({ kind: 'conflict' });
    const refunded = await aDelivered();
    const ask = (ProductId: string) =>
      requestRefund(db, { orderId: refunded, ProductId, reason: 'It came cracked.' }, [], { imageStore, now: openingDay });
    await decideRefundRequest(db, await ask('mug'), { outcome: 'full', withoutReturn: true }, openingDay);
    await decideRefundRequest(db, await ask('spoon'), { outcome: 'partial', amount: pence(1), withoutReturn: true }, openingDay);
    await expect(write(refunded, {}, { account: ada })).rejects.toMatchObject({ kind: 'conflict' });
    await write(refunded, { productId: 'spoon' }, { account: ada });
    expect(await only()).toMatchObject({ product: 'Spoon' });
  });

  test('of reviews that are sent at the same moment one is kept', async () => {
    const token = await anInvitation();
    await Promise.all([write(token, { stars: 1 }), write(token, { stars: 2 }), write(token, { stars: 3 })]);
    expect(await listReviews(db)).toHaveLength(1);
    expect(await db.selectFrom('review').select('revision').executeTakeFirstOrThrow()).toEqual({ revision: 3 });
  });

  test('what is no picture is refused before anything is stored', async () => {
    const token = await anInvitation();
    const photograph = new Blob([new Uint8Array(await aPhoto())]);
    await expect(write(token, {}, { photographs: [new Blob(['<script>'])] })).rejects.toMatchObject({ kind: 'wrongType' });
    expect(await listReviews(db)).toEqual([]);
    await write(token, {}, { photographs: [photograph, photograph, photograph] });
    expect((await only()).images).toHaveLength(3);
  });
});

describe('the seller and reviews', () => {
  test('an approved review is public, counts, and renews the caches; a removed one does not count', async () => {
    await write(await anInvitation());
    await write(await anInvitation('grace@example.com'), { stars: 4, author: 'Grace' });
    const before = (await catalogueVersions(db)).version;
    for (const { reference } of await listReviews(db)) {
      const { revision } = await showReview(db, reference);
      await approveReview(db, reference, { revision, now: asked });
    }
    expect((await catalogueVersions(db)).version).toBe(before + 2);
    expect((await listProducts(db, before)).map(({ _id }) => _id)).toEqual(['mug']);
    expect(await fieldsOf('mug')).toEqual({ rating: 4.5, reviewCount: 2 });
    expect(await fieldsOf('spoon')).toEqual({ rating: 0, reviewCount: 0 });
    const page = await listPublicReviews(db, 'mug', 1);
    expect(page).toMatchObject({ count: 2, page: 1, pages: 1, stars: [1, 1, 0, 0, 0] });
    expect(JSON.stringify(page)).not.toMatch(/example\.com|Byron|-.{4}-.{4}-.{4}/);
    const of5 = page.items.find(({ stars }) => stars === 5)?.reference ?? '';
    await removeReview(db, of5, 'Written by the maker.', { now: asked });
    expect(await fieldsOf('mug')).toEqual({ rating: 4, reviewCount: 1 });
    expect((await listPublicReviews(db, 'mug', 1)).items.map(({ author }) => author)).toEqual(['Grace']);
  });

  test('a public review says in which colour and size it was bought, and neither where it was several', async () => {
    const sizes = ['250 ml', '350 ml'].map((name) => ({ name, stock: 9 }));
    await sell(db, { id: 'mug', name: 'Mug', basePrice: 10, stock: 18, colors: [{ color: 'Oat', hex: '#DBCCB2', sizes }] });
    const small = { productId: 'mug', color: 'Oat', size: '250 ml' };
    await write(await anInvitation('grace@example.com', [small, { ...small, quantity: 2 }]), { author: 'Grace' });
    await write(await anInvitation('joan@example.com', [small, { ...small, size: '350 ml' }]), { author: 'Joan' });
    for (const { reference } of await listReviews(db)) {
      const { revision } = await showReview(db, reference);
      await approveReview(db, reference, { revision, now: asked });
    }
    const { items } = await listPublicReviews(db, 'mug', 1);
    expect(items.find(({ author }) => author === 'Grace')).toMatchObject({ color: 'Oat', size: '250 ml' });
    expect(items.find(({ author }) => author === 'Joan')).not.toHaveProperty('color');
  });

  test('only the version that the seller has read can be approved or declined', async () => {
    const token = await anInvitation();
    await write(token);
    const { reference } = await only();
    const seen = { ...(await showReview(db, reference)), now: asked };
    await write(token, { text: 'Buy cheaper at evil.example instead!' });
    const changed = { code: 'changed', message: expect.stringMatching(/The author has just changed it/) };
    await expect(approveReview(db, reference, seen)).rejects.toMatchObject(changed);
    await expect(declineReview(db, reference, 'An advertisement.', seen)).rejects.toMatchObject(changed);
    expect(await fieldsOf('mug')).toEqual({ rating: 0, reviewCount: 0 });
    const again = { ...(await showReview(db, reference)), now: asked };
    await approveReview(db, reference, again);
    await expect(approveReview(db, reference, again)).rejects.toThrow('This review is approved already.');
    expect(await fieldsOf('mug')).toEqual({ rating: 5, reviewCount: 1 });
  });

  test('the author of a declined review is mailed why, and nobody sees it', async () => {
    await write(await anInvitation());
    const { reference } = await only();
    const seen = { revision: 1, now: asked };
    await expect(declineReview(db, reference, ' ', seen)).rejects.toMatchObject({ kind: 'invalid' });
    await declineReview(db, reference, 'It names a neighbour.', seen);
    const [mail] = await mailsAbout(/not published/);
    expect(mail).toMatchObject({ recipient: aBuyer.email });
    expect(mail?.text).toContain('It names a neighbour.');
    expect(await listPublicReviews(db, 'mug', 1)).toMatchObject({ count: 0, items: [] });
    await expect(removeReview(db, reference, 'x', { now: asked })).rejects.toThrow('This review is declined already.');
  });

  test('the author of a removed review is mailed once that it is no longer shown, and why', async () => {
    await write(await anInvitation());
    const reference = await approve();
    await expect(removeReview(db, reference, ' ', { now: asked })).rejects.toMatchObject({ kind: 'invalid' });
    const remove = () => removeReview(db, reference, 'It names a neighbour.', { now: asked });
    const results = await Promise.allSettled([remove(), remove()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [mail, ...others] = await mailsAbout(/no longer shown/);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: aBuyer.email, subject: 'Your review of Mug is no longer shown' });
    for (const part of ['It names a neighbour.', written.text, 'https://shop.example/contact']) expect(mail?.text).toContain(part);
  });

  test('photographs are public with their review only, without what cameras write into them', async () => {
    await write(await anInvitation(), {}, { photographs: [new Blob([new Uint8Array(await aPhoto())])] });
    const reference = await approve();
    const [address = ''] = (await listPublicReviews(db, 'mug', 1)).items[0]?.images ?? [];
    expect(address).toMatch(/^\/client\/reviews\/pictures\/[0-9a-f-]{36}\.jpg$/);
    const content = Buffer.from(await readReviewPicture(db, address.split('/').at(-1) ?? ''));
    expect(content.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(content.includes('secret-metadata')).toBe(false);
    await removeReview(db, reference, 'Not the product.', { now: asked });
    await expect(readReviewPicture(db, address.split('/').at(-1) ?? '')).rejects.toMatchObject({ kind: 'notFound' });
  });

  test('a reply is shown below its review, and can be taken back', async () => {
    await write(await anInvitation());
    const reference = await approve();
    await replyToReview(db, reference, ' Thank you! ', { now: asked });
    expect((await listPublicReviews(db, 'mug', 1)).items[0]).toMatchObject({ reply: 'Thank you!' });
    await replyToReview(db, reference, '', { now: asked });
    expect((await listPublicReviews(db, 'mug', 1)).items[0]).toMatchObject({ reply: '' });
    await expect(replyToReview(db, reference, 'x'.repeat(1001), { now: asked })).rejects.toMatchObject({ kind: 'invalid' });
  });

  test('reports are counted until the seller keeps the review; only public reviews can be reported', async () => {
    await write(await anInvitation());
    const { reference } = await only();
    await expect(reportReview(db, { reference, reason: 'false' }, asked)).rejects.toMatchObject({ kind: 'notFound' });
    await approve();
    await reportReview(db, { reference, reason: 'false' }, asked);
    await reportReview(db, { reference, reason: 'false' }, asked);
    await reportReview(db, { reference, reason: 'offensive' }, asked);
    const [reported] = await listReviews(db, 'reported');
    expect(reported?.reports.map(({ reason, reports }) => [reason, reports])).toEqual([
      ['false', 2],
      ['offensive', 1],
    ]);
    await keepReview(db, reference, { now: asked });
    expect(await listReviews(db, 'reported')).toEqual([]);
    expect((await listPublicReviews(db, 'mug', 1)).count).toBe(1);
  });

  test('the seller is told of a new review and of the first report, once each', async () => {
    const token = await anInvitation();
    await write(token);
    await write(token, { stars: 3 });
    const settings = { sellerEmail: 'seller@example.com', schedule: 'at-once', lowStockLimit: 0 } as const;
    await mailSellerNotices(db, settings, asked);
    const { reference } = await only();
    expect((await mailsAbout(/review to look at/)).map(({ subject }) => subject)).toEqual([`1 review to look at: ${reference}`]);
    await approve();
    for (let turn = 0; turn < 3; turn += 1) await reportReview(db, { reference, reason: 'private' }, asked);
    await mailSellerNotices(db, settings, asked);
    await mailSellerNotices(db, settings, asked);
    const told = await mailsAbout(/reported review/);
    expect(told.map(({ subject }) => subject)).toEqual([`1 reported review: ${reference}`]);
    expect(told[0]?.text).not.toMatch(/Byron|ada@/);
  });

  test('reviews come in pages of five, the latest first, and a page past the end is the last', async () => {
    for (let buyer = 0; buyer < 6; buyer += 1) {
      await write(await anInvitation(`buyer${buyer}@example.com`), { author: `Buyer ${buyer}` });
      const reference = (await listReviews(db, 'waiting'))[0]?.reference ?? '';
      const { revision } = await showReview(db, reference);
      await approveReview(db, reference, { revision, now: minutesLater(buyer, asked) });
    }
    const first = await listPublicReviews(db, 'mug', 1);
    expect(first.items.map(({ author }) => author)).toEqual(['Buyer 5', 'Buyer 4', 'Buyer 3', 'Buyer 2', 'Buyer 1']);
    expect(await listPublicReviews(db, 'mug', 99)).toMatchObject({ page: 2, pages: 2, count: 6, items: [{ author: 'Buyer 0' }] });
  });
});

describe('personal data in reviews', () => {
  test('a person’s export has their reviews, and that mails that ask for reviews were stopped', async () => {
    const token = await anInvitation();
    await write(token);
    await stopReviewMails(db, token, asked);
    const data = await exportPersonalData(db, await findPerson(db, aBuyer.email), asked);
    expect(data.orders[0]?.reviews).toEqual([expect.objectContaining({ ...written, productId: 'mug', state: 'waiting', pictures: 0 })]);
    expect(data).toMatchObject({ noReviewMailsSince: asked.toISOString() });
  });

  test('a deletion takes the reviews out of the shop at once, and ends links and mails', async () => {
    const token = await anInvitation();
    await write(token, {}, { photographs: [new Blob([new Uint8Array(await aPhoto())])] });
    await approve();
    await aDelivered();
    expect(await fieldsOf('mug')).toEqual({ rating: 5, reviewCount: 1 });
    const { version } = await catalogueVersions(db);
    await deletePersonalData(db, await findPerson(db, aBuyer.email), { sender, now: asked });
    expect(await fieldsOf('mug')).toEqual({ rating: 0, reviewCount: 0 });
    expect((await listProducts(db, version)).map(({ _id }) => _id)).toEqual(['mug']);
    for (const table of ['review', 'review_image', 'review_invite', 'review_opt_out'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('token').selectAll().where('purpose', '=', 'review').execute()).toEqual([]);
    await expect(write(token)).rejects.toMatchObject({ code: 'invalid' });
    const before = (await mails()).length;
    await sendReviewInvites(db, unsubscribeUrl, asked);
    expect(await mails()).toHaveLength(before);
  });

  /** How many calls PostgreSQL makes wait for another's lock; SQLite has one connection, so every call waits. */
  const countHeldUp = async (): Promise<number> => {
    if (!inject('postgres')) return Number.POSITIVE_INFINITY;
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await waiting.execute(db)).rows.length;
  };

  test('a review that is approved while its author’s data is being deleted leaves no stars behind', async () => {
    await write(await anInvitation());
    const { reference } = await only();
    const { revision } = await showReview(db, reference);
    const person = await findPerson(db, aBuyer.email);
    let deleting: Promise<unknown> | undefined;
    let approving: Promise<unknown> | undefined;
    await db.transaction().execute(async (other) => {
      // Holds the deletion up after it has read the reviews.
      await other.updateTable('review_invite').set({ sent_at: asked.toISOString() }).execute();
      deleting = deletePersonalData(db, person, { sender, now: asked });
      await expect.poll(countHeldUp).toBeGreaterThanOrEqual(1);
      let isDecided = false;
      approving = Promise.allSettled([approveReview(db, reference, { revision, now: asked })]).then(() => {
        isDecided = true;
      });
      await expect.poll(async () => isDecided || (await countHeldUp()) >= 2).toBe(true);
    });
    await Promise.all([deleting, approving]);
    expect(await listReviews(db)).toEqual([]);
    expect(await db.selectFrom('product_rating').selectAll().execute()).toEqual([]);
    expect(await fieldsOf('mug')).toEqual({ rating: 0, reviewCount: 0 });
  });

  test('a review is deleted with its order, a declined one and an old link after their time', async () => {
    await write(await anInvitation());
    await approve();
    await write(await anInvitation('grace@example.com'), { author: 'Grace' });
    const declined = (await listReviews(db, 'waiting'))[0]?.reference ?? '';
    const { revision } = await showReview(db, declined);
    await declineReview(db, declined, 'It names a neighbour.', { revision, now: asked });
    await purgeExpired(db, daysLater(370), imageStore);
    expect((await listReviews(db)).map(({ state }) => state).toSorted()).toEqual(['approved', 'declined']);
    await purgeExpired(db, daysLater(380), imageStore);
    expect((await listReviews(db)).map(({ state }) => state)).toEqual(['approved']);
    expect(await db.selectFrom('review_invite').select('order_id').execute()).toEqual([]);
    await purgeExpired(db, daysLater(8 * 366), imageStore);
    expect(await listReviews(db)).toEqual([]);
    expect(await fieldsOf('mug')).toEqual({ rating: 0, reviewCount: 0 });
  });
});
