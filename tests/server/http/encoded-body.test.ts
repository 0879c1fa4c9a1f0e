import { describe, expect, test } from 'vitest';
import { chooseEncoding } from '#server/http/encoded-body.ts';

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
