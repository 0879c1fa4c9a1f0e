import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { needsBuild } from '#server/build-shop.ts';

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
  'src/deep/down/screen.tsx': older,
  'public/locales/en/shop.json': older,
};

const built = { 'dist/index.html': newer, 'dist/settings.json': newer };

test('the storefront is built when there is no build', async () => {
  expect(needsBuild(await folderWith(sources), {})).toBe(true);
});

test('the storefront is not built again when nothing has changed', async () => {
  expect(needsBuild(await folderWith({ ...sources, ...built }), {})).toBe(false);
});

test('the storefront is built again when its settings are others, or taken away, in the environment or in .env', async () => {
  const root = await folderWith({ ...sources, ...built });
  const given = { VITE_SHOP_NAME: "Ada's Mugs", SMTP_URL: 'smtp://mail.example' };
  expect(needsBuild(root, given)).toBe(true);
  await writeFile(path.join(root, 'dist/settings.json'), JSON.stringify({ VITE_SHOP_NAME: "Ada's Mugs" }));
  expect(needsBuild(root, given)).toBe(false);
  expect(needsBuild(root, { SMTP_URL: 'smtp://mail.example' })).toBe(true);
  await writeFile(path.join(root, '.env'), 'VITE_SHOP_NAME="Ada\'s Mugs" # of Leeds\nPORT=3000\n');
  expect(needsBuild(root)).toBe(false);
  await writeFile(path.join(root, '.env'), 'VITE_SHOP_NAME=Bo\n');
  expect(needsBuild(root)).toBe(true);
});

test.each(['index.html', 'src/deep/down/screen.tsx', 'public/locales/en/shop.json', 'package-lock.json'])(
  'the storefront is built again after a change of %s',
  async (name) => {
    const changed = new Date('2025-03-01');
    expect(needsBuild(await folderWith({ ...sources, ...built, [name]: changed }), {})).toBe(true);
  },
);

test('without sources the existing build is used', async () => {
  expect(needsBuild(await folderWith({ 'dist/index.html': older, 'package-lock.json': newer }), { VITE_SHOP_NAME: 'Bo' })).toBe(false);
});
