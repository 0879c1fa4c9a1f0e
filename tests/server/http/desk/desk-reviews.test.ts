import { beforeEach, describe, expect, test } from 'vitest';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { deskReview, deskReviewPage, type ReviewChange } from '#contract/desk/reviews.ts';
import { today } from '#contract/desk/today.ts';
import { failureBody } from '#contract/failure.ts';
import { reportReview } from '#server/domain/reviews/review-moderation.ts';
import { listPublicReviews } from '#server/domain/reviews/reviews.ts';
import { mailSellerNotices } from '#server/domain/seller/seller-notices.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { callDesk, openDesk, signInAt } from '#tests/support/desk.ts';
import { aReviewIn } from '#tests/support/desk-reviews.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aBuyer, minutesLater, sell } from '#tests/support/orders.ts';
import { aPhoto } from '#tests/support/refunds.ts';

const db = await freshDatabase('empty');
const now = minutesLater(5);
let seconds = 0;
/** Each call comes a second after the one before. */
const app = openDesk({
  db,
  clock: () => {
    seconds += 1;
    return new Date(now.getTime() + (seconds % 50) * 1000);
  },
});
const sam = await signInAt(db, 'sam', { role: 'support', firstName: 'Sam' });
const ada = await signInAt(db, 'ada', { role: 'seller', firstName: 'Ada' });

beforeEach(async () => {
  seconds = 0;
  for (const table of ['review', 'order', 'mail', 'staff_event', 'seller_notice'] as const) await db.deleteFrom(table).execute();
  await sell(db, { id: 'mug', name: 'Stoneware mug', basePrice: 10, stock: 200 });
});

type Sent = { reference?: string; file?: string; cookie?: string; query?: string; body?: object };
const call = (name: keyof typeof deskEndpoints, { reference = '', file = '', cookie = sam, query = '', body }: Sent = {}) =>
  callDesk(app, deskEndpoints[name], { reference, file }, { cookie, query, body });
const read = async (reference: string) => deskReview.parse(await (await call('review', { reference })).json());
const list = async (view: string, after = '') =>
  deskReviewPage.parse(await (await call('reviews', { query: `?view=${view}${after && `&after=${after}`}` })).json());
const readToday = async () => today.parse(await (await call('today')).json());
const change = (reference: string, revision: number, wanted: ReviewChange['change'], cookie = sam) =>
  call('changeReview', { reference, cookie, body: { revision, change: wanted } });
const aReview = (over: Partial<Parameters<typeof aReviewIn>[1]> = {}) => aReviewIn(db, { productId: 'mug', now: openingDay, ...over });
const mails = () => db.selectFrom('mail').select(['recipient', 'subject', 'text']).execute();
const events = () => db.selectFrom('staff_event').select(['account_id', 'what', 'subject']).orderBy('at').execute();
const isPublic = async () => (await listPublicReviews(db, 'mug', 1)).count;

describe('reviews', () => {
  test('reading a review changes nothing, and it is approved as it was read, by support as well', async () => {
    const { reference, orderId } = await aReview();
    const before = await db.selectFrom('review').selectAll().execute();
    const { revision } = await read(reference.toLowerCase());
    expect(await db.selectFrom('review').selectAll().execute()).toEqual(before);
    const approved = await change(reference, revision, { what: 'approve' });
    expect(deskReview.parse(await approved.json())).toMatchObject({
      state: 'approved',
      orderId,
      product: 'Stoneware mug',
      nextWaiting: null,
    });
    expect(await isPublic()).toBe(1);
    expect(await events()).toEqual([{ account_id: 'sam', what: 'approveReview', subject: reference }]);
  });

  test('a review that its author has changed since it was read is neither approved nor declined', async () => {
    const { reference, write } = await aReview();
    const { revision } = await read(reference);
    await db.deleteFrom('mail').execute();
    await write('Buy cheaper at evil.example instead!');
    for (const wanted of [{ what: 'approve' }, { what: 'decline', reason: 'An advertisement.' }] as const) {
      const answer = await change(reference, revision, wanted);
      expect(answer.status).toBe(409);
      expect(failureBody.parse(await answer.json())).toMatchObject({
        code: 'changed',
        message: 'The author has just changed it. Read it again before you decide.',
      });
    }
    expect([await isPublic(), await mails(), await events()]).toEqual([0, [], []]);
    expect((await change(reference, (await read(reference)).revision, { what: 'approve' })).status).toBe(200);
  });

  test('of two who decide at once, one is told who decided; the author is mailed once', async () => {
    const { reference } = await aReview();
    const { revision } = await read(reference);
    await db.deleteFrom('mail').execute();
    const answers = await Promise.all([
      change(reference, revision, { what: 'decline', reason: 'It names a neighbour.' }, ada),
      change(reference, revision, { what: 'decline', reason: 'It names a neighbour.' }, ada),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(failureBody.parse(await refused?.json())).toMatchObject({
      code: 'changed',
      message: 'This review is declined already (Ada, 10:05).',
    });
    const [mail, ...others] = await mails();
    expect([mail?.recipient, others]).toEqual([aBuyer.email, []]);
    expect(mail?.text).toContain('It names a neighbour.');
    expect(await events()).toHaveLength(1);
  });

  test('a reported review is kept, or taken out with a reason that its author reads', async () => {
    const { reference } = await aReview();
    await change(reference, 1, { what: 'approve' });
    await reportReview(db, { reference, reason: 'private' }, now);
    expect((await list('reported')).items).toMatchObject([{ reference, reports: [{ reason: 'private', reports: 1 }] }]);
    expect((await readToday()).counts.reviews).toBe(1);
    expect((await readToday()).asks).toMatchObject([{ kind: 'report', link: `/desk/reviews/${reference}` }]);
    const { revision } = await read(reference);
    await change(reference, revision, { what: 'keep' });
    expect([(await list('reported')).items, await isPublic()]).toEqual([[], 1]);
    expect((await change(reference, revision, { what: 'remove', reason: 'By the maker.' })).status).toBe(409);
    await db.deleteFrom('mail').execute();
    await change(reference, revision + 1, { what: 'remove', reason: 'By the maker.' });
    expect([await isPublic(), (await mails())[0]?.text]).toEqual([0, expect.stringContaining('By the maker.')]);
    expect((await list('declined')).items).toMatchObject([{ state: 'removed' }]);
    expect((await events()).map(({ what }) => what)).toEqual(['approveReview', 'keepReview', 'removeReview']);
  });

  test('a report that comes while a reported review is read is not dealt with by "Keep"', async () => {
    const { reference } = await aReview();
    await change(reference, 1, { what: 'approve' });
    await reportReview(db, { reference, reason: 'private' }, now);
    const { revision } = await read(reference);
    await reportReview(db, { reference, reason: 'offensive' }, now);
    const answer = await change(reference, revision, { what: 'keep' });
    expect([answer.status, failureBody.parse(await answer.json())]).toMatchObject([
      409,
      { code: 'changed', message: expect.stringContaining('It was reported again') },
    ]);
    expect((await read(reference)).reports).toHaveLength(2);
  });

  test('of two replies, the second does not replace the first unseen', async () => {
    const { reference } = await aReview();
    await change(reference, 1, { what: 'approve' });
    expect((await change(reference, 2, { what: 'reply', reply: 'Thank you!' }, ada)).status).toBe(200);
    const second = await change(reference, 2, { what: 'reply', reply: 'Ta.' });
    expect(failureBody.parse(await second.json()).message).toBe('It has changed since you looked at it (Ada, 10:05).');
    expect((await read(reference)).reply).toBe('Thank you!');
  });

  test.each<[string, object]>([
    ['no reason', { revision: 1, change: { what: 'decline', reason: ' ' } }],
    ['a reason of two lines', { revision: 1, change: { what: 'decline', reason: 'One\nTwo' } }],
    ['a reason that is too long', { revision: 1, change: { what: 'decline', reason: 'x'.repeat(301) } }],
    ['a reply that is too long', { revision: 1, change: { what: 'reply', reply: 'x'.repeat(1001) } }],
    ['no revision', { change: { what: 'approve' } }],
    ['an unknown change', { revision: 1, change: { what: 'delete' } }],
  ])('a change of a review with %s is refused, and nothing has changed', async (_, body) => {
    const { reference } = await aReview();
    expect((await call('changeReview', { reference, body })).status).toBe(422);
    expect((await read(reference)).state).toBe('waiting');
  });

  test('photographs of a review that waits are seen at the desk, where they can run nothing', async () => {
    const { reference } = await aReview({ photographs: [new Blob([new Uint8Array(await aPhoto())])] });
    const { reference: other } = await aReview({ email: 'grace@example.com' });
    const [file = ''] = (await read(reference)).images;
    const picture = await call('reviewPicture', { reference, file });
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(picture.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(picture.headers.get('cache-control')).toBe('no-store');
    expect((await call('reviewPicture', { reference: other, file })).status).toBe(404);
    expect((await call('reviewPicture', { reference, file: '../secret' })).status).toBe(404);
  });

  test('a review is shown with its author’s other reviews and the next waiting review, the oldest first', async () => {
    const email = 'grace@example.com';
    const first = await aReview({ email, text: 'My first mug of this kind.' });
    const second = await aReview({ email, stars: 2, text: 'My second mug of this kind.', now: minutesLater(1) });
    const third = await aReview({ email: 'mary@example.com', now: minutesLater(2) });
    expect((await list('waiting')).items.map(({ reference }) => reference)).toEqual(
      [first, second, third].map(({ reference }) => reference),
    );
    expect(await read(second.reference)).toMatchObject({
      others: [{ reference: first.reference, product: 'Stoneware mug', stars: 5 }],
      nextWaiting: first.reference,
    });
    expect((await read(third.reference)).others).toEqual([]);
  });

  test('the reviews of two buyers whose addresses were deleted are not shown as those of one author', async () => {
    const first = await aReview({ email: 'grace@example.com' });
    const second = await aReview({ email: 'mary@example.com' });
    await db.updateTable('order').set({ email_key: '' }).execute();
    expect((await read(first.reference)).others).toEqual([]);
    expect((await read(second.reference)).others).toEqual([]);
  });

  test('hundreds of reviews are listed page by page, each once', async () => {
    const { reference, orderId } = await aReview();
    const row = await db.selectFrom('review').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow();
    for (let at = 0; at < 104; at += 1)
      await db
        .insertInto('review')
        .values({ ...row, reference: `V-${1000 + at}-0000`, product_id: `gone-${at}`, order_id: orderId })
        .execute();
    const seen: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page = await list('waiting', after);
      seen.push(...page.items.map((item) => item.reference));
      after = page.next;
    }
    expect([seen.length, new Set(seen).size]).toEqual([105, 105]);
    expect((await list('waiting', '~;drop')).items).toHaveLength(50);
  });

  test('the seller’s mail about a review leads to its page', async () => {
    const { reference } = await aReview();
    await db.deleteFrom('mail').execute();
    const settings = { sellerEmail: 'seller@mugs.example', schedule: 'at-once', lowStockLimit: 0 } as const;
    await mailSellerNotices(db, { ...settings, deskUrl: () => 'https://mugs.example/desk' }, now);
    const mail = (await mails()).find(({ subject }) => subject.includes('review'));
    expect(mail?.text).toContain(`https://mugs.example/desk/reviews/${reference}`);
  });
});
