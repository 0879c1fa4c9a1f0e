import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultChoice } from '#contract/listing-query.ts';
import { layouts, type ShopPreset, shopPresets } from '#screens/shop/shop-presets.ts';
import { readShopUrl, type ShopLocation, writeShopUrl } from '#screens/shop/use-shop-listing.ts';
import { anyChoice } from '#tests/support/arbitrary-catalogue.ts';

/** What the shop reads from a URL, as its router hands it over. */
const readUrl = (preset: ShopPreset, address: string): ShopLocation => {
  const { pathname, searchParams } = new URL(address, 'http://shop.test');
  const plainPath = preset.path.replace('/:page?', '');
  expect(pathname === plainPath || pathname.startsWith(`${plainPath}/`)).toBe(true);
  return readShopUrl(preset, searchParams, pathname.slice(plainPath.length + 1) || undefined);
};

describe.each(shopPresets.map((preset) => [preset.path, preset] as const))('the list at %s', (path, preset) => {
  test('property: every filter is in the URL and is read back from it', () => {
    const words = fc.string({ maxLength: 30 }).map((text) => text.trim());
    const place = fc.record({
      choice: fc.tuple(anyChoice, words).map(([choice, asked]) => ({ ...choice, searchText: asked })),
      layout: fc.constantFrom(...layouts),
      page: fc.integer({ min: 1 }),
    });
    fc.assert(
      fc.property(place, (asked) => {
        expect(readUrl(preset, writeShopUrl(preset, asked))).toEqual(asked);
      }),
    );
  });

  test('property: any query gives a list, and the same one after serialising', () => {
    const query = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc
        .array(fc.tuple(fc.constantFrom('page', 'layout', 'sort', 'q', 'category'), fc.string({ maxLength: 20 })))
        .map((pairs) => String(new URLSearchParams(pairs))),
    );
    const pageInPath = fc.option(fc.oneof(fc.string(), fc.nat().map(String)), { nil: undefined });
    fc.assert(
      fc.property(query, pageInPath, (text, page) => {
        const place = readShopUrl(preset, new URLSearchParams(text), page);
        expect(readUrl(preset, writeShopUrl(preset, place))).toEqual(place);
      }),
    );
  });

  test('the URL of a list has no query without filters', () => {
    const plain = path.replace('/:page?', '');
    expect(writeShopUrl(preset, { choice: defaultChoice, layout: preset.layout, page: 1 })).toBe(plain);
    expect(readUrl(preset, plain)).toEqual({ choice: defaultChoice, layout: preset.layout, page: 1 });
    expect(readUrl(preset, `${plain}?layout=upside-down&page=x`)).toEqual({ choice: defaultChoice, layout: preset.layout, page: 1 });
  });
});

test('the page number is in the path of the standard grid, and in the query of other lists', () => {
  const [standard, other] = shopPresets;
  if (!standard || !other) throw new Error('There are nine presets.');
  const place = { choice: defaultChoice, layout: 'grid-3', page: 3 } as const;
  expect(writeShopUrl(standard, place)).toBe('/shop-grid-standard/3');
  expect(writeShopUrl(other, place)).toBe('/shop-grid-filter?page=3');
  expect(readUrl(standard, '/shop-grid-standard/2?page=5').page).toBe(2);
  expect(readUrl(standard, '/shop-grid-standard?page=5').page).toBe(5);
});
