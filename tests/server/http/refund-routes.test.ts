import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { failureBody } from '#contract/failure.ts';
import { order } from '#contract/order.ts';
import { refundLimits, refundReceipt } from '#contract/refund.ts';
import { listRefundRequests } from '#server/domain/money/refund-requests.ts';
import { findOrder, placeOrder } from '#server/domain/orders/orders.ts';
import { createHttpServer } from '#server/http-server.ts';
import { refundImagesIn } from '#server/storage/refund-images.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { anOrderFor, anOrderRequest, minutesLater, sell } from '#tests/support/orders.ts';
import { aBomb, aPhoto, impostors, pictureFolder, ruins } from '#tests/support/refunds.ts';
import { refusalOfCall } from '#tests/support/refusal-of.ts';

const db = await freshDatabase('empty');
const refundFolder = await pictureFolder();
let now = openingDay;
const refundImages = refundImagesIn(refundFolder);
const site = { db, refundImages, clock: () => now, rateLimits: { orders: 1_000_000, lookUps: 1_000_000 } };
const app = createTestApp(site);

const token = { cookie: 'XSRF-TOKEN=abc123', 'x-xsrf-token': 'abc123' };
const unknownId = 'ABCD-EFGH-JKMN-PQRS';

const anOrder = async (status: 'pending' | 'Delivered' = 'Delivered'): Promise<string> => {
  const payload = anOrderFor({ productId: 'mug' }, { productId: 'spoon' });
  const { _id } = await placeOrder(db, anOrderRequest(payload, { now }));
  await db.updateTable('order').set({ status }).where('id', '=', _id).execute();
  return _id;
};

const look = (orderId: string, on = app) => on.request(endpointPath(endpoints.refundOrder.path, { orderId }));

type Field = readonly [name: string, value: string | Blob, file?: string];
const reason = 'It came with a crack in its handle.';
const fieldsFor = (orderId: string, over: { readonly ProductId?: string; readonly reason?: string } = {}): Field[] => [
  ['orderId', orderId],
  ['ProductId', over.ProductId ?? 'mug'],
  ['reason', over.reason ?? reason],
];
const send = (fields: readonly Field[], { headers = token, on = app }: { headers?: Record<string, string>; on?: typeof app } = {}) => {
  const body = new FormData();
  for (const [name, value, file] of fields) {
    if (typeof value === 'string') body.append(name, value);
    else body.append(name, value, file);
  }
  return on.request(endpoints.requestRefund.path, { method: 'POST', headers, body });
};
const picture = (content: Buffer, name = 'mug.jpg'): Field => ['additionalImages', new Blob([new Uint8Array(content)]), name];

const kept = (): Promise<string[]> => readdir(refundFolder).catch(() => []);

beforeEach(async () => {
  now = openingDay;
  for (const table of ['refund_image', 'refund', 'order', 'mail', 'limit_hit'] as const) await db.deleteFrom(table).execute();
  await sell(db, { id: 'mug', name: 'Mug', basePrice: 10, stock: 999 }, { id: 'spoon', name: 'Spoon', basePrice: 4.5, stock: 999 });
});

describe('GET /refund/getrefundorders/{orderId}', () => {
  test('the order is returned without sign-in, and not stored', { tags: ['call.refund-order', 'refund.no-login'] }, async () => {
    const id = await anOrder();
    const response = await look(id.toLowerCase());
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(order.parse(await response.json())).toEqual(await findOrder(db, id));
  });

  test('the response is the same for unknown, unpaid and expired orders', async () => {
    const unpaid = await anOrder('pending');
    const expired = await anOrder('pending');
    await db.updateTable('order').set({ status: 'expired' }).where('id', '=', expired).execute();
    const bodies: unknown[] = [];
    for (const id of [unknownId, unpaid, expired, 'nonsense', '__proto__', "' or '1'='1", '../../etc/passwd', 'x'.repeat(1900)])
      bodies.push(await refusalOfCall(look(id), 404));
    for (const body of bodies) expect(body).toEqual(bodies[0]);
  });

  test('lookups are rate-limited by client address', async () => {
    const strict = createTestApp({ db, refundImages, rateLimits: { orders: 5, lookUps: 3 } });
    for (let turn = 0; turn < 3; turn += 1) expect((await look(unknownId, strict)).status).toBe(404);
    const response = await look(await anOrder(), strict);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    await refusalOfCall(response, 429);
  });
});

describe('POST /refund/requestrefund', () => {
  /** An upload of which the server has read the first bytes; `stop` breaks it off. */
  const sendSlowly = async (address: string, on: typeof app, bytes = 100) => {
    const broken = new Error('broken off');
    let stop = (): void => undefined;
    let sendMore = (_bytes: number): void => undefined;
    let isRead = (): void => undefined;
    const read = new Promise<void>((resolve) => {
      isRead = resolve;
    });
    let pulls = 0;
    const source: UnderlyingDefaultSource<Uint8Array> = {
      start: (controller) => {
        stop = () => controller.error(broken);
        sendMore = (more) => controller.enqueue(new Uint8Array(more));
      },
      pull: (controller) => {
        pulls += 1;
        if (pulls === 1) return controller.enqueue(new TextEncoder().encode('--b\r\n'.padEnd(bytes, 'x')));
        isRead();
        return new Promise(() => undefined);
      },
    };
    // Nothing is buffered ahead: `pulls` counts what the server asked for.
    const body = new ReadableStream(source, { highWaterMark: 0 });
    const headers = { ...token, 'x-forwarded-for': address, 'content-type': 'multipart/form-data; boundary=b' };
    const init: RequestInit & { readonly duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
    const answer = Promise.resolve(on.request(endpoints.requestRefund.path, init));
    await Promise.race([read, answer]);
    return {
      answer,
      stop,
      pulls: () => pulls,
      sendMore: async (more: number): Promise<void> => {
        sendMore(more);
        await setImmediate();
      },
    };
  };
  const from = (address: string, on: typeof app) => ({ on, headers: { ...token, 'x-forwarded-for': address } });

  test('twelve requests are received and worked on at a time, three of one client address; further ones are asked to come again', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let working = 0;
    const add: typeof refundImages.add = async (images) => {
      working += 1;
      await released;
      return refundImages.add(images);
    };
    const on = createTestApp({ ...site, trustedProxies: 1, refundImages: { ...refundImages, add } });
    const ids = await Promise.all(Array.from({ length: 13 }, () => anOrder()));
    const last = ids[12] ?? '';
    const sent = ids.slice(0, 3).map((id) => send(fieldsFor(id), from('192.0.2.1', on)));
    await expect.poll(() => working, { interval: 5 }).toBe(3);
    await refusalOfCall(send(fieldsFor(last), from('192.0.2.1', on)), 503);
    sent.push(...ids.slice(3, 12).map((id, index) => send(fieldsFor(id), from(`192.0.2.${2 + Math.floor(index / 3)}`, on))));
    await expect.poll(() => working, { interval: 5 }).toBe(12);
    await refusalOfCall(send(fieldsFor(last), from('192.0.2.5', on)), 503);
    release();
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 201));
    expect((await send(fieldsFor(last), from('192.0.2.1', on))).status).toBe(201);
  });

  test('slow senders of five client addresses do not keep the upload of another from going through at once', async () => {
    const on = createTestApp({ ...site, trustedProxies: 1 });
    const id = await anOrder();
    const slow = await Promise.all([1, 2, 3, 4, 5].map((host) => sendSlowly(`192.0.2.${host}`, on)));
    expect((await send(fieldsFor(id), from('192.0.2.6', on))).status).toBe(201);
    for (const { stop } of slow) stop();
    expect((await Promise.all(slow.map(({ answer }) => answer))).map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
  });

  test('a stalled upload is ended with 503, and its client address may upload again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const on = createTestApp({ ...site, trustedProxies: 1 });
    const id = await anOrder();
    const silent = await Promise.all(Array.from({ length: 3 }, () => sendSlowly('192.0.2.1', on)));
    vi.advanceTimersByTime(10_000);
    const later = await sendSlowly('192.0.2.2', on);
    await refusalOfCall(send(fieldsFor(id), from('192.0.2.1', on)), 503);
    vi.advanceTimersByTime(10_000);
    for (const { answer } of silent) expect((await refusalOfCall(answer, 503)).message).toMatch(/^This arrived too slowly\./);
    expect((await send(fieldsFor(id), from('192.0.2.1', on))).status).toBe(201);
    later.stop();
    await refusalOfCall(later.answer, 400);
  });

  test('an upload of less than 2 kB a second is ended with 503 after 20 seconds, one of 2 kB a second is waited for', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const on = createTestApp({ ...site, trustedProxies: 1 });
    const id = await anOrder();
    const trickling = await Promise.all(Array.from({ length: 3 }, () => sendSlowly('192.0.2.1', on)));
    const slow = await Promise.all(Array.from({ length: 3 }, () => sendSlowly('192.0.2.2', on)));
    for (let seconds = 0; seconds < 20; seconds += 10) {
      await Promise.all([...trickling.map(({ sendMore }) => sendMore(19_000)), ...slow.map(({ sendMore }) => sendMore(20_000))]);
      vi.advanceTimersByTime(10_000);
    }
    for (const { answer } of trickling) await refusalOfCall(answer, 503);
    expect((await send(fieldsFor(id), from('192.0.2.1', on))).status).toBe(201);
    await refusalOfCall(send(fieldsFor(id), from('192.0.2.2', on)), 503);
    for (const { stop } of slow) stop();
    for (const { answer } of slow) await refusalOfCall(answer, 400);
  });

  test('a sender who has stopped reads 503 on its connection, which is closed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const bodies = vi.spyOn(ReadableStream.prototype, 'getReader');
    const server = createHttpServer(createTestApp(site).fetch, () => false);
    onTestFinished(() => {
      vi.useRealTimers();
      server.closeAllConnections();
      server.close();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
    const head = `POST ${endpoints.requestRefund.path} HTTP/1.1\r\nHost: shop\r\nCookie: ${token.cookie}\r\nX-XSRF-TOKEN: ${token['x-xsrf-token']}\r\n`;
    socket.write(`${head}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000\r\n\r\n--b\r\n`);
    // Read from here on, so that the time that passes ends no query of PostgreSQL.
    await expect.poll(() => bodies.mock.calls.length, { interval: 5 }).toBeGreaterThan(0);
    vi.advanceTimersByTime(20_000);
    vi.useRealTimers();
    const answer = await text(socket);
    expect(answer).toContain('This arrived too slowly.');
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  });

  test('bodies without a length are not read while all upload places are taken, and then only up to the limit', async () => {
    const on = createTestApp({ ...site, trustedProxies: 1 });
    const slow = await Promise.all(Array.from({ length: 3 }, () => sendSlowly('192.0.2.1', on)));
    const fourth = await sendSlowly('192.0.2.1', on);
    await refusalOfCall(fourth.answer, 503);
    expect(slow.map(({ pulls }) => pulls())).toEqual([2, 2, 2]);
    expect(fourth.pulls()).toBe(0);
    for (const { stop } of slow) stop();
    await Promise.all(slow.map(({ answer }) => refusalOfCall(answer, 400)));
    const large = await sendSlowly('192.0.2.1', on, 36 * 1024 * 1024);
    await refusalOfCall(large.answer, 413);
  });

  /** A body of one part for ever, in chunks as they come from a network; `read` counts the bytes that the server took. */
  const endless = (part: string) => {
    const chunk = Buffer.from(part.repeat(Math.ceil(65_536 / part.length)));
    let read = 0;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      read += chunk.length;
      if (read > 31 * 1024 * 1024) controller.close();
      else controller.enqueue(chunk);
    };
    return { body: new ReadableStream({ pull }, { highWaterMark: 0 }), read: () => read };
  };

  test.each([
    ['600,000 empty fields', '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'],
    ['as many parts without a name', '--b\r\n\r\n\r\n'],
    ['as many files', '--b\r\ncontent-disposition: form-data; name="additionalImages"; filename="a"\r\n\r\n\r\n'],
  ])('a form of %s is refused at its beginning, and its other 30 MB are neither read nor parsed', async (_, part) => {
    const { body, read } = endless(part);
    const headers = { ...token, 'content-type': 'multipart/form-data; boundary=b' };
    const init: RequestInit & { readonly duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
    await refusalOfCall(app.request(endpoints.requestRefund.path, init), 413);
    expect(read()).toBeLessThan(200_000);
  });

  test('a request with two pictures is stored and gets a reference', {
    tags: ['refund-request.shape', 'call.refund-request'],
  }, async () => {
    const id = await anOrder();
    const response = await send([...fieldsFor(id), picture(await aPhoto()), picture(await aPhoto('webp'), 'IMG 1.webp')]);
    expect([response.status, response.headers.get('cache-control')]).toEqual([201, 'no-store']);
    const { message, reference } = refundReceipt.parse(await response.json());
    expect(message).not.toBe('');
    const [view] = await listRefundRequests(db, { isOpen: true });
    expect(view).toMatchObject({ reference, orderId: id, productId: 'mug', reason });
    expect(view?.images).toHaveLength(2);
    expect(await kept()).toEqual(expect.arrayContaining([...(view?.images ?? [])]));
  });

  test('a request without pictures is accepted, also with the empty file of a plain form', { tags: 'refund.images' }, async () => {
    expect((await send(fieldsFor(await anOrder()))).status).toBe(201);
    expect((await send([...fieldsFor(await anOrder()), ['additionalImages', new Blob([]), '']])).status).toBe(201);
  });

  test('six pictures of nearly five megabytes are accepted', async () => {
    const large = Buffer.concat([await aPhoto('jpeg'), Buffer.alloc(refundLimits.imageBytes - 10_000)]);
    const response = await send([...fieldsFor(await anOrder()), ...Array.from({ length: 6 }, () => picture(large))]);
    expect(response.status).toBe(201);
  });

  test('a request from another site is rejected', async () => {
    const id = await anOrder();
    await refusalOfCall(send(fieldsFor(id), { headers: {} }), 403);
    await refusalOfCall(send(fieldsFor(id), { headers: { ...token, 'x-xsrf-token': 'other' } }), 403);
    await refusalOfCall(send(fieldsFor(id), { headers: { ...token, origin: 'https://evil.example' } }), 403);
    expect(await listRefundRequests(db, { isOpen: false })).toEqual([]);
  });

  test.each<[string, Parameters<typeof fieldsFor>[1], string]>([
    ['no product', { ProductId: '' }, 'ProductId'],
    ['a product of another order', { ProductId: 'poster' }, 'ProductId'],
    ['a product called __proto__', { ProductId: '__proto__' }, 'ProductId'],
    ['no reason', { reason: '' }, 'reason'],
    ['too short a reason', { reason: 'It broke.' }, 'reason'],
    ['too long a reason', { reason: 'x'.repeat(1001) }, 'reason'],
    ['a reason with a NUL', { reason: 'It came broken.\0' }, 'reason'],
  ])('a refund request with %s gets 422 with a message for its field', async (_, over, field) => {
    const { errors } = await refusalOfCall(send(fieldsFor(await anOrder(), over)), 422);
    expect(Object.keys(errors ?? {})).toEqual([field]);
  });

  test('missing fields, repeated fields and files in place of texts get 422', async () => {
    const id = await anOrder();
    await refusalOfCall(send([]), 422);
    await refusalOfCall(send([...fieldsFor(id), ['ProductId', 'spoon']]), 422);
    await refusalOfCall(send([['orderId', new Blob([id]), 'x'], ...fieldsFor(id).slice(1)]), 422);
    await refusalOfCall(send([...fieldsFor(id).slice(0, 2), ['reason', new Blob([reason]), 'reason.txt']]), 422);
  });

  test('unknown and unpaid orders get the same 404', async () => {
    const first = await refusalOfCall(send(fieldsFor(unknownId)), 404);
    expect(await refusalOfCall(send(fieldsFor(await anOrder('pending'))), 404)).toEqual(first);
  });

  test('a product with an open request gets 409', async () => {
    const id = await anOrder();
    expect((await send(fieldsFor(id))).status).toBe(201);
    const another = { reason: 'The glaze has a crack as well, on the handle.' };
    expect((await refusalOfCall(send(fieldsFor(id, another)), 409)).errors).toHaveProperty('ProductId');
    expect((await send(fieldsFor(id, { ProductId: 'spoon' }))).status).toBe(201);
  });

  test('another content type gets 415', async () => {
    for (const [type, body] of [
      ['application/json', JSON.stringify({ orderId: unknownId, ProductId: 'mug', reason })],
      ['application/x-www-form-urlencoded', `orderId=${unknownId}&ProductId=mug&reason=${reason}`],
      ['text/plain', 'hello'],
    ] as const)
      await refusalOfCall(
        app.request(endpoints.requestRefund.path, { method: 'POST', headers: { ...token, 'content-type': type }, body }),
        415,
      );
  });

  test.each([
    ['no boundary', 'multipart/form-data; boundary=', 'hello'],
    [
      'another boundary',
      'multipart/form-data; boundary=aaa',
      '--bbb\r\ncontent-disposition: form-data; name="orderId"\r\n\r\nx\r\n--bbb--',
    ],
    ['no closing boundary', 'multipart/form-data; boundary=aaa', '--aaa\r\ncontent-disposition: form-data; name="orderId"\r\n\r\nx'],
    ['nothing', 'multipart/form-data; boundary=aaa', ''],
  ])('a form with %s gets 400', async (_, type, body) => {
    await refusalOfCall(
      app.request(endpoints.requestRefund.path, { method: 'POST', headers: { ...token, 'content-type': type }, body }),
      400,
    );
  });

  test.each(impostors)('the upload of %s named %s gets 415, and nothing is stored', { tags: 'refund.images' }, async (_, name, content) => {
    const before = await kept();
    const { errors } = await refusalOfCall(send([...fieldsFor(await anOrder()), picture(await aPhoto()), picture(content, name)]), 415);
    expect(errors).toEqual({ additionalImages: 'Picture 2 is not a JPEG, PNG, WebP or AVIF picture.' });
    expect(await kept()).toEqual(before);
  });

  test.each(ruins)('an unreadable picture is rejected: %s', async (_, content) => {
    const response = await send([...fieldsFor(await anOrder()), picture(await content())]);
    expect([415, 422]).toContain(response.status);
    expect(failureBody.parse(await response.json()).errors).toHaveProperty('additionalImages');
  });

  test('a decompression bomb gets 422', async () => {
    const { errors } = await refusalOfCall(send([...fieldsFor(await anOrder()), picture(aBomb(), 'mug.png')]), 422);
    expect(errors?.additionalImages).toContain('too many pixels');
  });

  test('a text in place of a picture gets 415', async () => {
    await refusalOfCall(send([...fieldsFor(await anOrder()), ['additionalImages', 'data:image/png;base64,AAAA']]), 415);
  });

  test.each(['../../../etc/cron.d/evil.jpg', '..\\..\\evil.jpg', '/etc/passwd', 'a\0b.jpg', 'con', '日本.jpg', `${'x'.repeat(5000)}.jpg`])(
    'the file name %j has no effect on where a picture is stored',
    async (name) => {
      expect((await send([...fieldsFor(await anOrder()), picture(await aPhoto(), name)])).status).toBe(201);
      for (const file of await kept()) expect(file).toMatch(/^[0-9a-f-]{36}\.jpg$/);
    },
  );

  test('a picture over five megabytes, a seventh picture, and a body over the total limit get 413', async () => {
    const id = await anOrder();
    const photo = await aPhoto();
    const large = Buffer.concat([photo, Buffer.alloc(refundLimits.imageBytes)]);
    expect((await refusalOfCall(send([...fieldsFor(id), picture(large)]), 413)).errors).toHaveProperty('additionalImages');
    expect((await refusalOfCall(send([...fieldsFor(id), ...Array.from({ length: 7 }, () => picture(photo))]), 413)).errors).toHaveProperty(
      'additionalImages',
    );
    const huge = Buffer.alloc(36 * 1024 * 1024);
    expect((await refusalOfCall(send([...fieldsFor(id), picture(huge)]), 413)).errors).toHaveProperty('additionalImages');
  });

  test('no other call accepts a body of that size', async () => {
    for (const path of [endpoints.placeOrder.path, '/refund/other', '/refund/requestrefund/'])
      await refusalOfCall(app.request(path, { method: 'POST', headers: token, body: new Uint8Array(200_000) }), 413);
  });

  test('requests are rate-limited by client address', async () => {
    for (let turn = 0; turn < 20; turn += 1) expect((await send(fieldsFor(unknownId))).status).toBe(404);
    await refusalOfCall(send(fieldsFor(await anOrder())), 429);
    now = minutesLater(61);
    expect((await send(fieldsFor(await anOrder()))).status).toBe(201);
  });

  test('property: any form gets a receipt or a 4xx, never a 5xx', async () => {
    const id = await anOrder();
    const anyField = fc.tuple(
      fc.constantFrom('orderId', 'ProductId', 'reason', 'additionalImages', '__proto__', 'constructor'),
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constant(id),
        fc.constant('mug'),
        fc.uint8Array({ maxLength: 300 }).map((bytes) => new Blob([new Uint8Array(bytes)])),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyField, { maxLength: 8 }), async (fields) => {
        await db.deleteFrom('limit_hit').execute();
        const response = await send(fields.map(([name, value]) => [name, value]));
        expect(response.status).toBeGreaterThanOrEqual(200);
        expect(response.status).toBeLessThan(500);
      }),
      { numRuns: 60 },
    );
  });
});
