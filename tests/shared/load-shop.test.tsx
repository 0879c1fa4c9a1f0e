import { afterEach, expect, test, vi } from 'vitest';
import { loadShop } from '#shared/load-shop.ts';
import { theApiAnswers } from '#tests/support/api.ts';
import { publicSample } from '#tests/support/sample-shop.ts';

afterEach(() => vi.unstubAllGlobals());

test('a document from a static host gets the seller’s look from the API, and none where it is the build’s', async () => {
  const adopted: string[] = [];
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync(text: string): void {
        adopted.push(text);
      }
    },
  );
  expect((await loadShop()).name).toBe(publicSample.details.name);
  expect(adopted).toEqual([]);
  theApiAnswers('/shop.json', { ...publicSample, styles: ':root{--moss:#0b5fa5}' });
  await loadShop();
  expect(adopted).toEqual([':root{--moss:#0b5fa5}']);
});
