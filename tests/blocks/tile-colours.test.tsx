import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { paths } from '#shared/paths.ts';
import { calls, theProduct } from '#tests/support/api.ts';
import { renderAt } from '#tests/support/render-app.tsx';

const mug = 'stoneware-mug';
const shownPicture = (tile: HTMLElement): string | null =>
  tile.querySelector('.picture img:not(.picture-preview)')?.getAttribute('src') ?? null;

const openTile = async () => {
  const { name, variation } = await theProduct(mug);
  const view = await renderAt(`${paths.shopSearch('stoneware mug')}`);
  const tile = await screen.findByRole('article', { name });
  const colours = within(tile).getByRole('toolbar', { name: `Colours of ${name}` });
  return { ...view, tile, name, variation, dots: within(colours).getAllByRole('button') };
};

describe('the colours of a tile', () => {
  test('the colours of a tile each have a named dot, of which one is a tab stop and the arrow keys reach the others', async () => {
    const { user, dots, variation } = await openTile();
    expect(dots.map((dot) => dot.getAttribute('aria-label'))).toEqual(variation.map(({ color }) => color));
    expect(dots.filter((dot) => dot.tabIndex === 0)).toEqual([dots[0]]);
    dots[0]?.focus();
    await user.keyboard('{ArrowRight}');
    expect(dots[1]).toHaveFocus();
    expect(dots[1]).toHaveAttribute('aria-pressed', 'true');
  });

  test('the colours of a tile leave arrow keys with Alt, Ctrl or Meta to the browser', async () => {
    const { user, dots } = await openTile();
    dots[0]?.focus();
    await user.keyboard('{ArrowRight}');
    expect(dots[1]).toHaveFocus();
    for (const modifier of ['altKey', 'ctrlKey', 'metaKey'])
      expect(fireEvent.keyDown(dots[1] ?? window, { key: 'ArrowLeft', [modifier]: true }), modifier).toBe(true);
    expect(dots[1]).toHaveFocus();
  });

  test('the colours of a tile are reached from right to left in a right-to-left language, and downwards as in any other', async () => {
    // jsdom does not inherit `direction`, so it is set on every element.
    const style = document.head.appendChild(document.createElement('style'));
    style.textContent = '* { direction: rtl }';
    onTestFinished(() => style.remove());
    const { user, dots } = await openTile();
    dots[0]?.focus();
    await user.keyboard('{ArrowLeft}');
    expect(dots[1]).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(dots[2]).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    expect(dots[1]).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(dots[0]).toHaveFocus();
  });

  test.each(['hover', 'press', 'focus'] as const)(
    'the colours of a tile are tried by %s: the picture changes, the links lead to the colour, and nothing is loaded',
    async (how) => {
      const { user, tile, name, dots, variation } = await openTile();
      const last = dots.at(-1);
      const colour = variation.at(-1)?.color;
      if (!last || colour === undefined) throw new Error('The mug has no colours.');
      const before = shownPicture(tile);
      const callsBefore = calls.length;
      if (how === 'hover') await user.hover(last);
      else if (how === 'press') await user.pointer({ keys: '[TouchA]', target: last });
      else last.focus();
      expect(await within(tile).findByRole('button', { name: colour, pressed: true })).toBe(last);
      expect(shownPicture(tile)).not.toBe(before);
      for (const link of [within(tile).getByRole('link', { name }), within(tile).getByRole('link', { name: `Select options: ${name}` })])
        expect(link).toHaveAttribute('href', paths.product(mug, { color: colour }));
      expect(calls.slice(callsBefore)).toEqual([]);
    },
  );

  test('a colour of a tile leads to the product with that colour chosen, and back to the list', async () => {
    const { user, tile, name, dots, variation, address } = await openTile();
    const colour = variation.at(-1)?.color ?? '';
    await user.click(dots.at(-1) ?? tile);
    await user.click(within(tile).getByRole('link', { name }));
    expect(await screen.findByRole('radio', { name: colour })).toBeChecked();
    expect(address()).toBe(paths.product(mug, { color: colour }));
  });

  test('the colours of a tile follow the filter: its picture, pressed dot and links are of the colour that the list is filtered by', async () => {
    const { user, address } = await renderAt(`${paths.shop}?colour=Chalk`);
    const tile = await screen.findByRole('article', { name: 'Stoneware mug' });
    const dot = (name: string) => within(tile).getByRole('button', { name });
    expect(shownPicture(tile)).toContain('mug-chalk');
    expect(dot('Chalk')).toHaveAttribute('aria-pressed', 'true');
    expect(within(tile).getByRole('link', { name: 'Stoneware mug' })).toHaveAttribute('href', '/product/stoneware-mug?colour=Chalk');
    await user.click(dot('Oat'));
    expect(shownPicture(tile)).toContain('mug-oat');
    // A filter that is chosen later wins over a colour that was tried.
    await user.click(screen.getByRole('checkbox', { name: /^Ink,/ }));
    await user.click(screen.getByRole('checkbox', { name: /^Chalk,/ }));
    expect(address()).toBe(`${paths.shop}?colour=Ink`);
    await waitFor(() => expect(shownPicture(tile)).toContain('mug-ink'));
    expect(within(tile).getByRole('link', { name: 'Stoneware mug' })).toHaveAttribute('href', '/product/stoneware-mug?colour=Ink');
  });
});
