import { Writable } from 'node:stream';
import pino from 'pino';
import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import { apiFolders, endpointPath, endpoints } from '#contract/endpoints.ts';
import { failureBody } from '#contract/failure.ts';
import type { createApp } from '#server/http/app.ts';
import type { Services } from '#server/http/services.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { startFakeStripe } from '#tests/support/fake-stripe.ts';
import { recordingLog } from '#tests/support/recording-log.ts';

const db = await freshDatabase();
const app = createTestApp({ db });

const refusalOf = async (response: Response) => failureBody.parse(await response.json());
const token = { cookie: 'XSRF-TOKEN=abc123', 'x-xsrf-token': 'abc123' };

describe('every response', () => {
  test.each(['/client/products', '/client/nothing', '/healthz', '/pictures/none.webp', '/%E0%A4%A'])(
    'the response of %s has all security headers',
    async (path) => {
      const { headers } = await app.request(path);
      const policy = headers.get('content-security-policy') ?? '';
      for (const rule of [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ])
        expect(policy).toContain(rule);
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      // Mailboxes on the web embed pictures.
      expect(headers.get('cross-origin-resource-policy')).toBe(path.startsWith('/pictures/') ? 'cross-origin' : 'same-origin');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('strict-transport-security')).toBeNull();
    },
  );

  test('the response carries a request id made by the server', async () => {
    const one = await app.request('/healthz', { headers: { 'x-request-id': 'mine' } });
    const other = await app.request('/healthz');
    expect(one.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(one.headers.get('x-request-id')).not.toBe(other.headers.get('x-request-id'));
  });

  test('the request id of a trusted proxy is kept, and is in the body of an error', async () => {
    const behindProxy = createTestApp({ db, trustedProxies: 1 });
    const response = await behindProxy.request('/client/nothing', { headers: { 'x-request-id': 'proxy-0123456789' } });
    expect(response.headers.get('x-request-id')).toBe('proxy-0123456789');
    expect(await response.json()).toMatchObject({ requestId: 'proxy-0123456789' });
    for (const forged of ['short', 'x'.repeat(65), 'a"b{c}d<e>f']) {
      const { headers } = await behindProxy.request('/healthz', { headers: { 'x-request-id': forged } });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test.each([
    ['a list', 200, endpoints.products.path],
    ['a product', 200, endpointPath(endpoints.product.path, { productId: 'stoneware-mug' })],
    ['an error', 404, '/client/nothing'],
  ])('the response of %s is made once: a copy would have a stream as its body, which takes longer to send', async (_, status, path) => {
    let made = 0;
    class CountedResponse extends Response {
      constructor(...[body, init]: ConstructorParameters<typeof Response>) {
        super(body, init);
        made += 1;
      }
    }
    // The second request: the first one fills caches.
    await app.request(path);
    vi.stubGlobal('Response', CountedResponse);
    try {
      const response = await app.request(path);
      expect(response.status).toBe(status);
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(made).toBe(1);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test('the app never reads the body of a GET, for which the Node adapter would build a whole request', async () => {
    const request = new Request(`http://localhost${endpoints.products.path}`);
    const body = vi.spyOn(request, 'body', 'get');
    expect((await app.fetch(request)).status).toBe(200);
    expect(body).not.toHaveBeenCalled();
  });

  test('with an https PUBLIC_URL the response carries HSTS', async () => {
    const { headers } = await createTestApp({ db, publicUrl: 'https://shop.example' }).request('/healthz');
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
  });
});

describe('an invalid URL', () => {
  test.each<[string, number]>([
    ...apiFolders.map((folder): [string, number] => [`/${folder}/nothing`, 404]),
    ['//', 404],
    ['//shop.example/', 404],
    ['/client/products/', 404],
    ['/client/products/more', 404],
    ['/CLIENT/products', 404],
    ['/client/../client/nothing', 404],
    ['/colorVariation/getColorVariationsByProduct/', 404],
    ['/colorVariation/getColorVariationsByProduct/a/b', 404],
    ['/colorVariation/getColorVariationsByProduct/%00', 400],
    ['/colorVariation/getColorVariationsByProduct/%E0%A4%A', 400],
    ['/colorVariation/getColorVariationsByProduct/%', 400],
    ['/client/products?q=%ff', 400],
    [`/client/products?q=${'x'.repeat(13_000)}`, 414],
    [`/colorVariation/getColorVariationsByProduct/${'x'.repeat(3000)}`, 414],
  ])('the invalid URL %s gets %d and a message', async (path, status) => {
    const response = await app.request(path);
    expect(response.status).toBe(status);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await refusalOf(response)).message).toMatch(/\.$/);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('the method %s on a read-only path gets 405 and an Allow header', async (method) => {
    const writable: readonly string[] = Object.values(endpoints).flatMap(({ method, path }) => (method === 'GET' ? [] : [path]));
    for (const { path } of Object.values(endpoints).filter((endpoint) => !writable.includes(endpoint.path))) {
      const response = await app.request(path, { method, headers: token });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD');
      await refusalOf(response);
    }
    expect((await app.request('/client/nothing', { method, headers: token })).status).toBe(404);
  });
});

test('GET on a write-only path gets 405 and an Allow header', async () => {
  const response = await app.request(endpoints.login.path);
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('POST');
  expect((await app.request(endpoints.updateUser.path)).headers.get('allow')).toBe('PUT');
});

describe('Cache-Control', () => {
  const urlOf = (path: string): string => endpointPath(path, { userId: 'ada', orderId: 'ABCD-EFGH-JKMN-PQRS', productId: 'salt-pot' });
  const all = Object.values(endpoints).map(({ method, path }) => [method, path] as const);
  // These paths contain a secret name or token, which is missing here: 404. Tests of their own have the rest.
  const byName: readonly string[] = [endpoints.reviewPicture.path, endpoints.sharedWishlist.path];
  const isPublic = ([method, path]: (typeof all)[number]): boolean =>
    method === 'GET' && !byName.includes(path) && /^\/(client|sales|productVariation|colorVariation)\//.test(path);

  test.each(all.filter((call) => !isPublic(call)))('responses of %s %s are not stored', async (method, path) => {
    for (const init of [{ method }, { method, headers: token }, { method, headers: { ...token, cookie: `${token.cookie}; session=x` } }]) {
      const { headers, status } = await app.request(urlOf(path), init);
      expect(headers.get('cache-control'), String(status)).toBe('no-store');
    }
  });

  test.each(all.filter(isPublic))(
    'responses of %s %s may be stored and revalidated, being the same for everybody',
    async (method, path) => {
      const [mine, other] = await Promise.all(
        [{ ...token, cookie: `${token.cookie}; session=x` }, {}].map((headers) => app.request(urlOf(path), { method, headers })),
      );
      expect([mine?.status, mine?.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect([mine?.headers.getSetCookie(), other?.headers.getSetCookie()]).toEqual([[], []]);
      expect(await mine?.text()).toBe(await other?.text());
    },
  );
});

describe('CSRF protection', () => {
  const call = (headers: Record<string, string>, path = '/client/products', on = app) => on.request(path, { method: 'POST', headers });

  test.each<[string, Record<string, string>]>([
    ['without a token', {}],
    ['with the cookie alone', { cookie: token.cookie }],
    ['with the header alone', { 'x-xsrf-token': 'abc123' }],
    ['with a header that differs', { cookie: token.cookie, 'x-xsrf-token': 'abc124' }],
    ['with an empty token', { cookie: 'XSRF-TOKEN=', 'x-xsrf-token': '' }],
    ['from a foreign page', { ...token, origin: 'https://evil.example' }],
    ['from a page that hides where it is', { ...token, origin: 'null' }],
    ['from another port', { ...token, origin: 'http://localhost:8080' }],
    ['as cross-origin JSON', { origin: 'https://evil.example', 'content-type': 'application/json' }],
    ['as a foreign form', { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' }],
  ])('an unsafe request %s is rejected, on known and unknown paths', async (_, headers) => {
    for (const path of ['/client/products', '/user/login', '/anything']) {
      const response = await call(headers, path);
      expect(response.status).toBe(403);
      await refusalOf(response);
    }
  });

  test('an unsafe request with the token passes, from the shop’s own origin or without an Origin', async () => {
    expect((await call(token)).status).toBe(405);
    expect((await call({ ...token, origin: 'http://localhost' })).status).toBe(405);
  });

  test('behind a proxy, PUBLIC_URL is the shop’s own origin, and its host over http or on another port is not', async () => {
    const behind = createTestApp({ db, publicUrl: 'https://shop.example' });
    expect((await call({ ...token, origin: 'https://shop.example' }, '/client/products', behind)).status).toBe(405);
    for (const origin of ['http://localhost', 'http://shop.example', 'https://shop.example:8443', 'null'])
      expect((await call({ ...token, origin }, '/client/products', behind)).status, origin).toBe(403);
  });

  test('a body of 10 MB is rejected before it is read, with and without Content-Length', async () => {
    const body = 'x'.repeat(10_000_000);
    const announced = await app.request('/user/login', {
      method: 'POST',
      headers: { ...token, 'content-length': String(body.length) },
      body,
    });
    expect(announced.status).toBe(413);
    await refusalOf(announced);
    const chunked = await app.request('/user/login', { method: 'POST', headers: token, body });
    expect(chunked.status).toBe(413);
  });
});

test.each([
  ['a sign-in', endpoints.login.path, 'application/json'],
  ['a refund request', endpoints.requestRefund.path, 'multipart/form-data; boundary=x'],
  ['an event of the payment provider', endpoints.paymentWebhook.path, 'application/json'],
])('%s whose body breaks off is refused with 400, and is no fault of ours in the log', async (_, path, type) => {
  const stripe = await startFakeStripe();
  for (const length of [{}, { 'content-length': '5000' }]) {
    const { log, lines } = recordingLog();
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) });
    const init = { method: 'POST', headers: { ...token, 'content-type': type, ...length }, body, duplex: 'half' };
    const response = await createTestApp({ db, log, payments: stripe.payments }).request(path, init);
    expect(response.status, JSON.stringify(length)).toBe(400);
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['security event']);
  }
});

describe('CORS for a storefront on another origin', () => {
  const origin = 'https://shop.example';
  const split = createTestApp({ db, shopOrigin: origin });

  test('the storefront may send credentials, and responses vary by Origin', async () => {
    const { headers } = await split.request('/client/products', { headers: { origin } });
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('vary')).toMatch(/Origin/);
    expect(headers.get('vary')).toMatch(/Accept-Encoding/);
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  test('a preflight request may ask to send the CSRF token', async () => {
    const response = await split.request('/user/login', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-xsrf-token' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-headers')).toContain('X-XSRF-TOKEN');
  });

  test('the storefront can read error responses', async () => {
    const response = await split.request('/client/nothing', { headers: { origin } });
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
  });

  test('page requests on the API’s host are redirected to the storefront, and no other requests are', async () => {
    const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const led = await split.request('/product/salt-pot?from=mail', { headers: html });
    expect([led.status, led.headers.get('location')]).toEqual([302, `${origin}/product/salt-pot?from=mail`]);
    expect(led.headers.get('cache-control')).toBe('no-cache');
    for (const path of ['/healthz', '/client/products', '/client/nothing', '/robots.txt', '/assets/none.js'])
      expect((await split.request(path, { headers: html })).headers.get('location'), path).toBeNull();
    expect((await split.request('/about', { headers: { accept: 'application/json' } })).headers.get('location')).toBeNull();
    expect((await split.request(`${origin}/about`, { headers: html })).headers.get('location')).toBeNull();
    expect((await app.request('/about', { headers: html })).headers.get('location')).toBeNull();
  });

  test('no other origin is allowed', async () => {
    for (const other of ['https://evil.example', 'https://shop.example.evil.example', 'http://shop.example', 'null'])
      expect(
        (await split.request('/client/products', { headers: { origin: other } })).headers.get('access-control-allow-origin'),
      ).toBeNull();
    expect((await app.request('/client/products', { headers: { origin } })).headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the log', () => {
  const logged = async (path: string): Promise<Record<string, unknown>> => {
    const lines: string[] = [];
    const sink = new Writable({
      write: (line, _, done) => {
        lines.push(String(line));
        done();
      },
    });
    const logging = createTestApp({ db, log: pino({ level: 'info' }, sink) });
    const { headers } = await logging.request(path, { headers: { cookie: 'session=secret' } });
    expect(lines).toHaveLength(1);
    const entry = JSON.parse(lines[0] ?? '');
    expect(entry.id).toBe(headers.get('x-request-id'));
    return entry;
  };

  test('each request is logged once, with its method, path, status and an id', async () => {
    expect(await logged('/client/products')).toMatchObject({
      method: 'GET',
      path: '/client/products',
      status: 200,
      id: expect.any(String),
    });
  });

  test('the log contains no order ids, queries or cookies', async () => {
    const line = JSON.stringify(await logged('/order/getoneorder/SECRET-ORDER?token=secret'));
    expect(line).not.toMatch(/secret/i);
  });
});

describe('health checks', () => {
  test('/healthz and /readyz answer 200 while the database answers', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const response = await app.request(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('a stopping process answers 200 on /healthz and 503 on /readyz', async () => {
    const stopping = createTestApp({ db, isStopping: () => true });
    expect((await stopping.request('/readyz')).status).toBe(503);
    expect((await stopping.request('/healthz')).status).toBe(200);
  });
});

// Type-level test: the compiler rejects an app without a payment provider or a password hasher.
expectTypeOf<Services>().toExtend<Parameters<typeof createApp>[0]>();
expectTypeOf<Omit<Services, 'payments'>>().not.toExtend<Parameters<typeof createApp>[0]>();
expectTypeOf<Omit<Services, 'passwords'>>().not.toExtend<Parameters<typeof createApp>[0]>();
expectTypeOf<Partial<Services>>().not.toExtend<Parameters<typeof createApp>[0]>();
