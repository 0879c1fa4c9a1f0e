import { render } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Product } from '#contract/product.ts';
import { useInViewFirst } from '#screens/shop/product-list.tsx';
import { type Layout, type ShopPreset, shopPresets } from '#screens/shop/shop-presets.ts';
import { aProduct } from '#tests/support/product-builders.ts';

const productsFrom = (first: number): Product[] =>
  Array.from({ length: 15 }, (_, index) => aProduct({ _id: `p${first + index}`, name: `Product ${first + index}` }));

/** What a list renders: the ids of each render, for a first list of products and a second one. */
const rendersOf = (
  first: readonly Product[],
  second: readonly Product[],
  layout: Layout,
  preset: ShopPreset,
  isRestored = false,
): string[][] => {
  const renders: string[][] = [];
  const List = ({ items }: { readonly items: readonly Product[] }) => {
    renders.push(useInViewFirst(items, layout, preset, isRestored).map(({ _id }) => _id));
    return null;
  };
  const { rerender } = render(<List items={first} />);
  rerender(<List items={second} />);
  return renders;
};

const idsOf = (products: readonly Product[]): string[] => products.map(({ _id }) => _id);

const presetAt = (path: string): ShopPreset => {
  const found = shopPresets.find((preset) => preset.path.startsWith(path));
  if (!found) throw new Error(`No list at ${path}.`);
  return found;
};

describe('the tiles of a list', () => {
  test.each([
    ['grid-3', '/shop-grid-standard', 6],
    ['grid-2', '/shop-grid-two-column', 4],
    ['grid-3', '/shop-grid-full-width', 8],
    ['list', '/shop-list-standard', 3],
    ['list', '/shop-list-two-column', 6],
  ] as const)('a new %s at %s renders the %d tiles in view first, and then all', (layout, path, inView) => {
    vi.stubGlobal('innerHeight', 768);
    const [first, second] = [productsFrom(0), productsFrom(100)];
    const ids = idsOf(second);
    expect(rendersOf(first, second, layout, presetAt(path))).toEqual([idsOf(first), ids.slice(0, inView), ids]);
  });

  test('a product that has a tile already keeps it', () => {
    vi.stubGlobal('innerHeight', 768);
    const [first, second] = [productsFrom(0), productsFrom(10)];
    const renders = rendersOf(first, second, 'grid-3', presetAt('/shop-grid-standard'));
    expect(renders).toEqual([idsOf(first), idsOf(second).slice(0, 6), idsOf(second)]);
    const reversed = first.toReversed();
    // Another copy of the same product, as the server sends it, has the same tile.
    const copies = reversed.map((product) => ({ ...product }));
    expect(rendersOf(first, copies, 'grid-3', presetAt('/shop-grid-standard'))[1]).toEqual(idsOf(reversed));
  });

  test('a list to which the shopper goes back is complete at once', () => {
    const [first, second] = [productsFrom(0), productsFrom(100)];
    expect(rendersOf(first, second, 'grid-3', presetAt('/shop-grid-standard'), true)).toEqual([idsOf(first), idsOf(second), idsOf(second)]);
  });

  test.each([
    [400, 9],
    [1000, 15],
  ])('a list that is scrolled down by %d px renders the %d tiles above and in view first', (scrollY, count) => {
    vi.stubGlobal('innerHeight', 768);
    vi.stubGlobal('scrollY', scrollY);
    const [first, second] = [productsFrom(0), productsFrom(100)];
    const [, shown] = rendersOf(first, second, 'grid-3', presetAt('/shop-grid-standard'));
    expect(shown).toEqual(idsOf(second).slice(0, count));
  });
});
