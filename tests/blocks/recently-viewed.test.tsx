import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { paths } from '#shared/paths.ts';
import { theApiHoldsLists, theShopIsLarge } from '#tests/support/api.ts';
import { renderAt } from '#tests/support/render-app.tsx';

const key = 'flone:seen';
const storedIds = () => window.localStorage.getItem(key);
const storeIds = (ids: unknown) => window.localStorage.setItem(key, typeof ids === 'string' ? ids : JSON.stringify(ids));
/** Waits for these ids: they are stored in an effect. */
const expectStored = (ids: readonly string[]) => waitFor(() => expect(storedIds()).toBe(JSON.stringify(ids)));
const names = async () => {
  const section = (await screen.findByRole('heading', { name: 'Recently viewed' })).parentElement ?? document.body;
  const articles = await within(section).findAllByRole('article');
  return articles.map((article) => within(article).getByRole('heading').textContent);
};
const related = () => screen.findByRole('heading', { name: 'You may also like' });

describe('the recently viewed products', () => {
  test('the recently viewed products are shown on a product page, the latest first, without the current product and without discontinued ones', async () => {
    storeIds(['salt-pot', 'beech-rolling-pin', 'no-longer-sold', 'bud-vase']);
    await renderAt(paths.product('beech-rolling-pin'));
    expect(await names()).toEqual(['Salt pot with wooden lid', 'Bud vase']);
    await expectStored(['beech-rolling-pin', 'salt-pot', 'no-longer-sold', 'bud-vase']);
  });

  test('the recently viewed products of a large catalogue show when all are loaded, so that no tile is moved under a press', async () => {
    theShopIsLarge();
    const release = theApiHoldsLists('ids');
    onTestFinished(release);
    storeIds(['bud-vase', 'carved-wooden-spoons']);
    await renderAt(paths.product('beech-rolling-pin'));
    await related();
    expect(await screen.findByRole('article', { name: 'Carved wooden spoons, set of three' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Recently viewed' })).not.toBeInTheDocument();
    release();
    expect(await names()).toEqual(['Bud vase', 'Carved wooden spoons, set of three']);
  });

  test('the recently viewed products are deleted when the shopper presses “Clear”, and the content of the page has the focus', async () => {
    storeIds(['salt-pot']);
    const { user } = await renderAt(paths.product('beech-rolling-pin'));
    await names();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.queryByRole('heading', { name: 'Recently viewed' })).not.toBeInTheDocument();
    expect(screen.getByRole('main')).toHaveFocus();
    expect(storedIds()).toBeNull();
  });

  test('the recently viewed products are limited to twelve in storage', async () => {
    storeIds(Array.from({ length: 30 }, (_, at) => `product-${at}`));
    await renderAt(paths.product('salt-pot'));
    await related();
    await expectStored(['salt-pot', ...Array.from({ length: 11 }, (_, at) => `product-${at}`)]);
  });

  test.each(['{{{', '7', '{"ids":["salt-pot"]}', '[null,4,["salt-pot"]]'])(
    'the recently viewed products are none when the stored value is invalid: %s',
    async (stored) => {
      storeIds(stored);
      await renderAt(paths.product('beech-rolling-pin'));
      await related();
      await expectStored(['beech-rolling-pin']);
      expect(screen.queryByRole('heading', { name: 'Recently viewed' })).not.toBeInTheDocument();
    },
  );

  test('the recently viewed products are none when the browser blocks storage', async () => {
    const throwIfBlocked = (name: string) => {
      if (name === key) throw new DOMException('blocked', 'SecurityError');
      return null;
    };
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(throwIfBlocked);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(throwIfBlocked);
    await renderAt(paths.product('beech-rolling-pin'));
    await related();
    expect(screen.queryByRole('heading', { name: 'Recently viewed' })).not.toBeInTheDocument();
  });
});
