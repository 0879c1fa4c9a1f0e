import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { chooseEncoding, encodeText, sendEncoded } from '#server/http/encoded-body.ts';

const bytes = async () => new Uint8Array(1);
const both = { br: bytes, gzip: bytes };

describe('content negotiation', () => {
  test.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.2, gzip;q=0.8', 'gzip'],
    ['gzip;q=0.5, br;q=0.5', 'br'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['br;q=nonsense', 'identity'],
    ['identity', 'identity'],
    [',,;q=1,', 'identity'],
  ])('Accept-Encoding “%s” selects %s', (accepted, encoding) => {
    expect(chooseEncoding(accepted, both)).toBe(encoding);
  });

  test('an encoding that is not available is never selected', () => {
    expect(chooseEncoding('br, gzip', {})).toBe('identity');
    expect(chooseEncoding('br, gzip', { gzip: bytes })).toBe('gzip');
  });
});

describe('a body whose ETag the client has', () => {
  const shop = new Hono();
  for (const status of [200, 404, 503] as const)
    shop.get(`/${status}`, async (c) => sendEncoded(c, await encodeText('Gone', 'text/plain'), 'no-cache', status));

  test.each([
    [200, 304, ''],
    [404, 404, 'Gone'],
    [503, 503, 'Gone'],
  ])('a body whose ETag the client has is answered, if its status is %i, with %i', async (status, answer, text) => {
    const etag = (await shop.request(`/${status}`)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{16}"$/);
    for (const has of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await shop.request(`/${status}`, { headers: { 'if-none-match': has } });
      expect([response.status, await response.text(), response.headers.get('etag')], has).toEqual([answer, text, etag]);
    }
    const other = await shop.request(`/${status}`, { headers: { 'if-none-match': '"other"' } });
    expect([other.status, await other.text()]).toEqual([status, 'Gone']);
  });
});
