import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { namesOfOtherSettings, withBuildSettings } from '#server/build/build-settings.ts';
import { readEnv } from '#server/env.ts';

const dist = await mkdtemp(path.join(tmpdir(), 'shop-dist-'));
afterAll(() => rm(dist, { recursive: true }));
const built = { VITE_SHOP_NAME: 'Mugs', VITE_SHOP_EMAIL: 'hello@mugs.internal', VITE_SHOP_PHONE: '', VITE_CUT_OFF: '12:00' };
await writeFile(path.join(dist, 'settings.json'), JSON.stringify(built));

test('mails name the seller of the pages, and promise the days of the pages, whatever the environment says', () => {
  const given = { VITE_SHOP_NAME: 'Bowls', VITE_SHOP_PHONE: '0113 496 0900', VITE_DISPATCH_DAYS: '5', LOG_LEVEL: 'info' };
  const env = readEnv(withBuildSettings(dist, given));
  expect(env).toMatchObject({ mailFrom: { name: 'Mugs', address: 'hello@mugs.internal' }, logLevel: 'info' });
  expect(env.trader).toBe('Mugs\nFlone\nUnit 4\nThe Old Mill\nMill Lane\nExampleford\nEX4 0AA\nUnited Kingdom\nhello@mugs.internal');
  expect(env.delivery).toMatchObject({ cutOff: 12 * 60, dispatchDays: 2 });
});

test('a server without a build, and one that serves no pages, has the seller of its environment', () => {
  const given = { VITE_SHOP_NAME: 'Bowls' };
  expect(readEnv(withBuildSettings(path.join(dist, 'nothing'), given)).mailFrom.name).toBe('Bowls');
  expect(readEnv(withBuildSettings(dist, { ...given, STOREFRONT: 'none' })).mailFrom.name).toBe('Bowls');
});

test('settings of the environment that the build was not made with are named, and those that it does not give are not', () => {
  const given = { VITE_SHOP_NAME: 'Bowls', VITE_SHOP_PHONE: '', VITE_CUT_OFF: '12:00', VITE_LANGUAGES: 'en,ar', PORT: '3000' };
  expect(namesOfOtherSettings(dist, given)).toEqual(['VITE_LANGUAGES', 'VITE_SHOP_NAME']);
  expect(namesOfOtherSettings(dist, { ...given, STOREFRONT: 'none' })).toEqual([]);
  expect(namesOfOtherSettings(path.join(dist, 'nothing'), given)).toEqual([]);
  expect(namesOfOtherSettings(dist, {})).toEqual([]);
});
