import { expect, open, test } from '#e2e/fixtures.ts';

test('a shopper sees the buttons of each row of tiles on one line, close below what is above them, whether or not a tile has colours', async ({
  page,
}) => {
  await open(page, '/shop-grid-standard');
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const rows = await page.evaluate(() => {
      const byTop = new Map<number, { readonly buttons: number[]; readonly ends: number[] }>();
      for (const tile of document.querySelectorAll('.tile-grid .tile')) {
        const top = Math.round(tile.getBoundingClientRect().top);
        const row = byTop.get(top) ?? { buttons: [], ends: [] };
        byTop.set(top, row);
        const parts = [...tile.querySelectorAll('.tile-text > .price, .tile-text > .tile-colours')];
        row.ends.push(...parts.map((part) => part.getBoundingClientRect().bottom));
        for (const button of tile.querySelectorAll('.tile-text > .btn')) row.buttons.push(button.getBoundingClientRect().top);
      }
      return [...byTop.values()].map(({ buttons, ends }) => ({
        spread: Math.max(...buttons) - Math.min(...buttons),
        gap: Math.min(...buttons) - Math.max(...ends),
      }));
    });
    expect(rows.length).toBeGreaterThan(4);
    for (const { spread, gap } of rows) {
      expect(spread, `the buttons of a row at ${width}`).toBeLessThan(1);
      expect(gap, `above the buttons of a row at ${width}`).toBeCloseTo(14, 0);
    }
  }
});
