import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { namesOfOtherSettings } from '#server/build/build-settings.ts';

const dist = await mkdtemp(path.join(tmpdir(), 'shop-dist-'));
afterAll(() => rm(dist, { recursive: true }));
await writeFile(path.join(dist, 'settings.json'), JSON.stringify({ VITE_API_HOST: '', VITE_I18N_DEBUG: 'false' }));

test('settings of the environment that the build was not made with are named, and what differs from shop to shop is none of them', () => {
  const given = { VITE_API_HOST: '', VITE_LANGUAGES: 'en,ar', VITE_I18N_DEBUG: 'true', VITE_SHOP_NAME: 'Bowls', PORT: '3000' };
  expect(namesOfOtherSettings(dist, given)).toEqual(['VITE_I18N_DEBUG', 'VITE_LANGUAGES']);
  expect(namesOfOtherSettings(dist, { ...given, STOREFRONT: 'none' })).toEqual([]);
  expect(namesOfOtherSettings(path.join(dist, 'nothing'), given)).toEqual([]);
  expect(namesOfOtherSettings(dist, {})).toEqual([]);
});
