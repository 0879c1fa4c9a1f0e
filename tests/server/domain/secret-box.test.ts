import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecretBox } from '#server/domain/secret-box.ts';

const [today, former] = [randomBytes(32), randomBytes(32)];
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

test('a secret is sealed differently each time, and opened by its key for its owner', () => {
  const box = createSecretBox([today]);
  const [one, other] = [box.seal(secret, 'ada'), box.seal(secret, 'ada')];
  expect(one).not.toBe(other);
  expect(one).not.toContain(secret);
  expect(one.startsWith(box.prefix ?? 'none')).toBe(true);
  expect([box.open(one, 'ada'), box.open(other, 'ada')]).toEqual([secret, secret]);
});

test('a new key seals, and the former one opens what it has sealed', () => {
  const sealed = createSecretBox([former]).seal(secret, 'ada');
  const box = createSecretBox([today, former]);
  expect(box.open(sealed, 'ada')).toBe(secret);
  expect(createSecretBox([today]).open(box.seal(secret, 'ada'), 'ada')).toBe(secret);
});

test('a sealed secret is not opened with another key, without one, or for another owner', () => {
  const sealed = createSecretBox([today]).seal(secret, 'ada');
  expect(createSecretBox([former]).open(sealed, 'ada')).toBeUndefined();
  expect(createSecretBox([]).open(sealed, 'ada')).toBeUndefined();
  expect(createSecretBox([today]).open(sealed, 'eve')).toBeUndefined();
});

test('a sealed secret is not opened after any of its bytes was changed, nor when it is cut', () => {
  const box = createSecretBox([today]);
  const sealed = box.seal(secret, 'ada');
  const bytes = Buffer.from(sealed.slice(box.prefix?.length), 'base64url');
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at);
    expect(box.open(`${box.prefix}${changed.toString('base64url')}`, 'ada')).toBeUndefined();
  }
  for (const length of [0, 11, 27, bytes.length - 1])
    expect(box.open(`${box.prefix}${bytes.subarray(0, length).toString('base64url')}`, 'ada')).toBeUndefined();
  expect(box.open(sealed, 'ada')).toBe(secret);
});

test('without a key a secret is stored as it is, and one that was stored before the first key is still read', () => {
  const box = createSecretBox([]);
  expect([box.prefix, box.seal(secret, 'ada'), box.open(secret, 'ada')]).toEqual([undefined, secret, secret]);
  expect(createSecretBox([today]).open(secret, 'ada')).toBe(secret);
});

test('a hash is the same with the same key, and another with another key', () => {
  const address = '192.0.2.1';
  expect(createSecretBox([today, former]).hash(address)).toBe(createSecretBox([today]).hash(address));
  expect(new Set([[today], [former], []].map((keys) => createSecretBox(keys).hash(address))).size).toBe(3);
  expect(createSecretBox([today]).hash('192.0.2.2')).not.toBe(createSecretBox([today]).hash(address));
});
