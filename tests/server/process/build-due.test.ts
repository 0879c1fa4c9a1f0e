import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isServerDue, isStorefrontDue, readVariables } from '#server/build/due.js';

const home = await mkdtemp(path.join(tmpdir(), 'shop-build-'));
afterAll(() => rm(home, { recursive: true }));

const older = new Date('2025-01-01');
const newer = new Date('2025-02-01');

/** A folder with the given files and modification times. */
const folderWith = async (files: Readonly<Record<string, Date>>): Promise<string> => {
  const root = await mkdtemp(path.join(home, 'root-'));
  for (const [name, time] of Object.entries(files)) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, name.endsWith('settings.json') ? '{}' : '');
    await utimes(file, time, time);
    for (let folder = path.dirname(file); folder.startsWith(`${root}/`); folder = path.dirname(folder)) await utimes(folder, older, older);
  }
  return root;
};

const sources = {
  'index.html': older,
  'src/entry-client.tsx': older,
  'src/contract/money.ts': older,
  'public/locales/en/shop.json': older,
  'server/main.ts': older,
};

const built = { 'dist/settings.json': newer, 'dist-ssr/entry-server.js': newer, 'dist-server/main.js': newer };

const due = (root: string, variables = {}) => ({ server: isServerDue(root), storefront: isStorefrontDue(root, variables) });

test('storefront and server are built when there is no build', async () => {
  expect(due(await folderWith(sources))).toEqual({ server: true, storefront: true });
});

test('nothing is built again when nothing has changed', async () => {
  expect(due(await folderWith({ ...sources, ...built }))).toEqual({ server: false, storefront: false });
});

test('the storefront is built again when its last build broke off', async () => {
  const { 'dist-ssr/entry-server.js': _, ...others } = built;
  expect(due(await folderWith({ ...sources, ...others }))).toEqual({ server: false, storefront: true });
});

test('the storefront is built again when its settings are others, or taken away', async () => {
  const root = await folderWith({ ...sources, ...built });
  const given = { VITE_LANGUAGES: 'en,ar', VITE_API_HOST: '', VITE_SHOP_NAME: 'Mugs', SMTP_URL: 'smtp://mail.example' };
  expect(isStorefrontDue(root, given)).toBe(true);
  await writeFile(path.join(root, 'dist/settings.json'), JSON.stringify({ VITE_API_HOST: '', VITE_LANGUAGES: 'en,ar' }));
  expect(isStorefrontDue(root, given)).toBe(false);
  expect(isStorefrontDue(root, { SMTP_URL: 'smtp://mail.example' })).toBe(true);
});

test('the settings of a clone’s .env are those of the build', async () => {
  const root = await folderWith({ ...sources, ...built });
  await writeFile(path.join(root, 'dist/settings.json'), JSON.stringify({ VITE_LANGUAGES: 'en,ar' }));
  await writeFile(path.join(root, '.env'), 'VITE_LANGUAGES="en,ar" # of Leeds\nPORT=3000\n');
  expect(isStorefrontDue(root, readVariables(root))).toBe(false);
  await writeFile(path.join(root, '.env'), 'VITE_LANGUAGES=en,fr\n');
  expect(isStorefrontDue(root, readVariables(root))).toBe(true);
});

test.each([
  ['index.html', { server: false, storefront: true }],
  ['src/deep/down/screen.tsx', { server: false, storefront: true }],
  ['public/locales/en/shop.json', { server: false, storefront: true }],
  ['src/contract/money.ts', { server: true, storefront: true }],
  ['package-lock.json', { server: true, storefront: true }],
  ['package.json', { server: true, storefront: true }],
  ['server/build/browsers.ts', { server: true, storefront: true }],
  ['server/domain/orders/orders.ts', { server: true, storefront: false }],
])('after a change of %s, what is made from it is built again', async (name, expected) => {
  expect(due(await folderWith({ ...sources, ...built, [name]: new Date('2025-03-01') }))).toEqual(expected);
});

test('without sources the existing build is used', async () => {
  const root = await folderWith({ 'dist-ssr/entry-server.js': older, 'dist-server/main.js': older, 'package-lock.json': newer });
  expect(due(root, { VITE_LANGUAGES: 'en,fr' })).toEqual({ server: false, storefront: false });
});
