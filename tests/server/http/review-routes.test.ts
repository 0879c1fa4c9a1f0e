import { beforeEach, describe, expect, test } from 'vitest';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { reviewDraft, reviewPage } from '#contract/review.ts';
import { startSession } from '#server/domain/accounts/sessions.ts';
import { issueToken } from '#server/domain/accounts/tokens.ts';
import { placeOrder } from '#server/domain/orders/orders.ts';
import { approveReview, listReviews, removeReview, showReview } from '#server/domain/reviews/review-moderation.ts';
import { newToken } from '#server/domain/secrets.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { aBuyer, anAccountRow, anOrderFor, anOrderRequest, sell } from '#tests/support/orders.ts';
import { aBomb, aPhoto, impostors, ruins } from '#tests/support/refunds.ts';
import { refusalOfCall } from '#tests/support/refusal-of.ts';
import { recordQueries } from '#tests/support/regular-queries.ts';

const db = await freshDatabase('empty');
const app = createTestApp({ db });
const secondProcess = createTestApp({ db });
const token = { cookie: 'XSRF-TOKEN=abc123', 'x-xsrf-token': 'abc123' };

type Field = readonly [name: string, value: string | Blob];
const fieldsFor = (key: string, over: Readonly<Record<string, string>> = {}): Field[] =>
  Object.entries({ productId: 'mug', key, stars: '4', author: 'Ada B.', text: 'It fits the hand, and keeps tea warm.', ...over });
const picture = (content: Buffer): Field => ['additionalImages', new Blob([new Uint8Array(content)])];
const write = (fields: readonly Field[], headers: Readonly<Record<string, string>> = token, on = app) => {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  return on.request(endpoints.writeReview.path, { method: 'POST', headers, body });
};
const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}, on = app) =>
  on.request(path, { method: 'POST', headers: { ...token, 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
const read = async (query = '') =>
  reviewPage.parse(await (await app.request(endpointPath(endpoints.reviews.path, { productId: 'mug' }) + query)).json());

/** A delivered order, with the token of the mail about it. */
const anOrder = async (email: string = aBuyer.email): Promise<{ readonly id: string; readonly key: string }> => {
  const payload = { ...anOrderFor({ productId: 'mug' }), billingInfo: { ...aBuyer, email } };
  const request = anOrderRequest(payload);
  const { _id: id } = await placeOrder(db, request);
  await db.updateTable('order').set({ status: 'Delivered' }).where('id', '=', id).execute();
  return { id, key: await issueToken(db, 'review', { subject: id }, openingDay) };
};
const signIn = async (id: string, email: string): Promise<string> => {
  await db.insertInto('account').values(anAccountRow(id, email)).execute();
  return `${token.cookie}; session=${await startSession(db, id, openingDay)}`;
};
const approveAll = async (): Promise<void> => {
  for (const { reference } of await listReviews(db, 'waiting')) {
    const { revision } = await showReview(db, reference);
    await approveReview(db, reference, { revision, now: openingDay });
  }
};

beforeEach(async () => {
  for (const table of ['order', 'account', 'mail', 'limit_hit', 'seller_notice'] as const) await db.deleteFrom(table).execute();
  await sell(db, { id: 'mug', name: 'Mug', basePrice: 10, stock: 999 }, { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 999 });
});

describe('writing a review', () => {
  test('a buyer with a mailed link writes a review with photographs, and nothing is public before the seller approves it', async () => {
    const { key } = await anOrder();
    const opened = await post(endpoints.openReview.path, { productId: 'mug', key });
    expect([opened.status, opened.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(reviewDraft.parse(await opened.json())).toMatchObject({ productName: 'Mug', state: 'new', author: 'Ada B.' });
    const written = await write([...fieldsFor(key), picture(await aPhoto()), picture(await aPhoto('webp'))]);
    expect([written.status, written.headers.get('cache-control')]).toEqual([204, 'no-store']);
    expect(await read()).toMatchObject({ count: 0, items: [] });
    const [file = ''] = (await listReviews(db))[0]?.images ?? [];
    const path = endpointPath(endpoints.reviewPicture.path, { file });
    await refusalOfCall(app.request(path), 404);
    await approveAll();
    const page = await read();
    expect(page).toMatchObject({
      count: 1,
      stars: [0, 1, 0, 0, 0],
      items: [{ author: 'Ada B.', stars: 4, at: openingDay.toISOString().slice(0, 10) }],
    });
    expect(page.items[0]?.images).toContain(path);
    const shown = await app.request(path);
    expect([shown.status, shown.headers.get('content-type'), shown.headers.get('cache-control')]).toEqual([200, 'image/jpeg', 'no-cache']);
    const again = await app.request(path, { headers: { 'if-none-match': shown.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
    await removeReview(db, (await listReviews(db))[0]?.reference ?? '', 'Not the product.', { now: openingDay });
    await refusalOfCall(app.request(path, { headers: { 'if-none-match': shown.headers.get('etag') ?? '' } }), 404);
  });

  test('a photograph that a browser has cached is revalidated without being read from the database, and only while its review is shown', async () => {
    const { key } = await anOrder();
    await write([...fieldsFor(key), picture(await aPhoto())]);
    await approveAll();
    const [path = ''] = (await read()).items[0]?.images ?? [];
    const ask = async (etag: string) => {
      let response = new Response();
      const queries = await recordQueries(db, async (recorded) => {
        response = await createTestApp({ db: recorded }).request(path, { headers: { 'if-none-match': etag } });
      });
      return { response, bytes: (await response.arrayBuffer()).byteLength, isRead: queries.some(({ sql }) => sql.includes('content')) };
    };
    const first = await ask('"another"');
    expect(first).toMatchObject({ response: { status: 200 }, isRead: true });
    expect(first.bytes).toBeGreaterThan(0);
    const etag = first.response.headers.get('etag') ?? '';
    const again = await ask(etag);
    expect(again).toMatchObject({ response: { status: 304 }, bytes: 0, isRead: false });
    expect([again.response.headers.get('etag'), again.response.headers.get('cache-control')]).toEqual([etag, 'no-cache']);

    // Another version of a review has other names.
    await db.updateTable('review').set({ state: 'waiting' }).execute();
    expect(await ask(etag)).toMatchObject({ response: { status: 404 }, isRead: false });
    await write([...fieldsFor(key), picture(await aPhoto('webp'))]);
    await approveAll();
    expect(await ask(etag)).toMatchObject({ response: { status: 404 } });
    expect((await read()).items[0]?.images).not.toContain(path);
  });

  test('somebody who never bought gets nowhere: without a link, with the number of another’s order, or for another product', async () => {
    const { id, key } = await anOrder();
    const cookie = await signIn('mallory', 'mallory@example.com');
    await refusalOfCall(write(fieldsFor(id)), 401);
    await refusalOfCall(write(fieldsFor('')), 422);
    await refusalOfCall(write(fieldsFor(newToken())), 422);
    const ofAnother = await refusalOfCall(write(fieldsFor(id), { ...token, cookie }), 404);
    const unknown = await refusalOfCall(write(fieldsFor('ABCD-EFGH-JKMN-PQRS'), { ...token, cookie }), 404);
    expect(ofAnother.message).toBe(unknown.message);
    await refusalOfCall(post(endpoints.openReview.path, { productId: 'mug', key: id }, { cookie }), 404);
    await refusalOfCall(write(fieldsFor(key, { productId: 'spoon' })), 422);
    expect(await listReviews(db)).toEqual([]);
    expect((await write(fieldsFor(id), { ...token, cookie: await signIn('ada', aBuyer.email) })).status).toBe(204);
  });

  test('a review that was written by one mailed link cannot be opened by another', async () => {
    const ada = await anOrder();
    const grace = await anOrder('grace@example.com');
    await write(fieldsFor(ada.key, { text: 'A secret until it is approved.' }));
    const opened = await post(endpoints.openReview.path, { productId: 'mug', key: grace.key });
    expect(reviewDraft.parse(await opened.json())).toMatchObject({ state: 'new', text: '' });
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['no stars', { stars: '' }, 'stars'],
    ['six stars', { stars: '6' }, 'stars'],
    ['half a star', { stars: '0.5' }, 'stars'],
    ['a name of two lines', { author: 'Ada\nByron' }, 'author'],
    ['no name', { author: '  ' }, 'author'],
    ['too long a name', { author: 'x'.repeat(41) }, 'author'],
    ['too short a text', { text: 'Good.' }, 'text'],
    ['too long a text', { text: 'x'.repeat(2001) }, 'text'],
    ['a text with a NUL', { text: 'It came broken.\0' }, 'text'],
  ])('a review with %s is refused with a message for its field', async (_, over, field) => {
    const { errors } = await refusalOfCall(write(fieldsFor((await anOrder()).key, over)), 422);
    expect(Object.keys(errors ?? {})).toEqual([field]);
    expect(await listReviews(db)).toEqual([]);
  });

  test('no file of a wrong type, no bomb and no fourth picture is stored', async () => {
    const { key } = await anOrder();
    const others = await Promise.all(ruins.map(async ([, content]) => content()));
    for (const content of [...impostors.map(([, , each]) => each), ...others, aBomb()]) {
      const response = await write([...fieldsFor(key), picture(content)]);
      expect([413, 415, 422]).toContain(response.status);
    }
    await refusalOfCall(write([...fieldsFor(key), ...Array.from({ length: 4 }, () => picture(Buffer.alloc(10)))]), 413);
    await refusalOfCall(write([...fieldsFor(key), picture(Buffer.alloc(16_000_000))]), 413);
    expect(await listReviews(db)).toEqual([]);
  });

  test('reviews are limited by client address, over all processes', async () => {
    for (let turn = 0; turn < 20; turn += 1)
      await refusalOfCall(write(fieldsFor(newToken()), token, turn % 2 === 0 ? app : secondProcess), 422);
    await refusalOfCall(write(fieldsFor((await anOrder()).key), token, secondProcess), 429);
  });
});

describe('reading and reporting reviews', () => {
  test('the list of reviews is revalidated, has no personal data, and reads an invalid page number as the first', async () => {
    const { id, key } = await anOrder();
    await write(fieldsFor(key));
    await approveAll();
    const response = await app.request(endpointPath(endpoints.reviews.path, { productId: 'mug' }));
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    const text = await response.text();
    expect(text).toContain('It fits the hand');
    for (const secret of [id, aBuyer.email, aBuyer.lastName, 'order']) expect(text).not.toContain(secret);
    const cookie = await signIn('ada', aBuyer.email);
    const draft = await post(endpoints.openReview.path, { productId: 'mug', key: id }, { cookie });
    expect(reviewDraft.parse(await draft.json()).text).toContain('It fits the hand');
    const own = await app.request(endpointPath(endpoints.reviews.path, { productId: 'mug' }), { headers: { cookie } });
    expect(await own.text()).toBe(text);
    await refusalOfCall(app.request(endpointPath(endpoints.reviews.path, { productId: 'poster' })), 404);
    for (const page of ['0', '-1', 'x', '1e9']) expect(await read(`?page=${page}`)).toMatchObject({ page: 1, count: 1 });
  });

  test('reports are counted once accepted, and limited by client address over all processes', async () => {
    await write(fieldsFor((await anOrder()).key));
    const waiting = (await listReviews(db))[0]?.reference ?? '';
    await refusalOfCall(post(endpoints.reportReview.path, { reference: waiting, reason: 'false' }), 404);
    await approveAll();
    for (let turn = 0; turn < 9; turn += 1) {
      const on = turn % 2 === 0 ? app : secondProcess;
      expect((await post(endpoints.reportReview.path, { reference: waiting, reason: 'false' }, {}, on)).status).toBe(204);
    }
    await refusalOfCall(post(endpoints.reportReview.path, { reference: waiting, reason: 'false' }, {}, secondProcess), 429);
    expect((await listReviews(db))[0]?.reports).toMatchObject([{ reason: 'false', reports: 9 }]);
  });

  test('mails that ask for reviews are stopped by a link only, and the answer does not say for whom', async () => {
    const { key } = await anOrder();
    const response = await post(endpoints.stopReviewMails.path, { key });
    expect([response.status, await response.text()]).toEqual([204, '']);
    await refusalOfCall(post(endpoints.stopReviewMails.path, { key: newToken() }), 422);
    expect(await db.selectFrom('review_opt_out').select('email_hash').execute()).toHaveLength(1);
  });

  test('a mail program stops mails that ask for reviews by one press, and a browser at the same URL is led to the page with the button', async () => {
    const { key } = await anOrder();
    await db.deleteFrom('review_opt_out').execute();
    const address = `${endpointPath(endpoints.endReviewMails.path, { token: key })}?product=mug`;
    const page = await app.request(address);
    expect(page.status).toBe(302);
    expect(page.headers.get('location')).toMatch(new RegExp(`^http.*/product/mug\\?review=${key}#stop$`));
    expect(page.headers.get('cache-control')).toBe('no-store');
    const optOuts = () => db.selectFrom('review_opt_out').select('email_hash').execute();
    expect(await optOuts()).toEqual([]);
    const body = 'List-Unsubscribe=One-Click';
    const response = await app.request(address, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(await optOuts()).toHaveLength(1);
  });
});
