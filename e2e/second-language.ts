import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from '@playwright/test';
import { openThrowAwayShop, type ThrowAwayShop } from '#scripts/throw-away-shop.ts';
import { readWords } from '#tests/support/words.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** What a build needs of this house. */
const parts = ['.scripts', 'index.html', 'package.json', 'public', 'server', 'src', 'vite.config.ts'] as const;

const build = async (house: string): Promise<void> => {
  const child = spawn(process.execPath, ['--import', 'tsx', '.scripts/build.ts'], {
    cwd: house,
    env: { ...process.env, VITE_LANGUAGES: 'en,ar' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The build of a shop in two languages ended with ${code}.`);
};

/** Opens a shop that was built with a second language, which is written from right to left; in a copy, for `dist/` is the shop's own. */
export const openShopInTwoLanguages = async (): Promise<ThrowAwayShop> => {
  const house = await mkdtemp(path.join(tmpdir(), 'flone-two-languages-'));
  const tearDown = () => rm(house, { recursive: true, force: true });
  try {
    await Promise.all(parts.map((part) => cp(path.join(root, part), path.join(house, part), { recursive: true })));
    await symlink(path.join(root, 'node_modules'), path.join(house, 'node_modules'), 'junction');
    await build(house);
    const shop = await openThrowAwayShop(undefined, {}, house);
    const discard = async (): Promise<void> => {
      await shop.discard();
      await tearDown();
    };
    return { ...shop, discard };
  } catch (reason) {
    await tearDown();
    throw reason;
  }
};

/** A letter of the second language: what carries it came from its files. */
export const arabicLetter = 'ع';

/** English has two forms of a plural and Arabic six. */
const forms = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/** The English words between two Arabic letters, so that the test can read them and the browser writes them from the right. */
const inArabic = (words: unknown): unknown => {
  if (typeof words === 'string') return `${arabicLetter}${words}${arabicLetter}`;
  if (Array.isArray(words)) return words.map(inArabic);
  if (typeof words !== 'object' || words === null) return words;
  return Object.fromEntries(
    Object.entries(words).flatMap(([key, value]: [string, unknown]) => {
      const [, name] = /^(.+)_other$/.exec(key) ?? [];
      const keys = name === undefined ? [key] : forms.filter((form) => form !== 'one').map((form) => `${name}_${form}`);
      return keys.map((each) => [each, inArabic(value)]);
    }),
  );
};

/** Answers for the second language's files, which the shop itself does not have. */
export const serveArabic = async (context: BrowserContext): Promise<void> => {
  const words = readWords();
  await context.route('**/locales/ar/*.json', (route) => {
    const namespace = path.basename(new URL(route.request().url()).pathname, '.json');
    return route.fulfill({ json: inArabic(words[namespace] ?? {}) });
  });
};
