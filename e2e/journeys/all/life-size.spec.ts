import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, expectNoHorizontalOverflow, open, test } from '#e2e/fixtures.ts';

for (const [width, scheme, forcedColors] of [
  [390, 'light', 'none'],
  [390, 'dark', 'none'],
  [1440, 'light', 'active'],
] as const)
  test(`the life-size drawing of a product is accessible and as large as it says, ${width} px wide, ${scheme}, forced colours ${forcedColors}`, async ({
    page,
  }) => {
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: scheme, forcedColors });
    await open(page, '/product/espresso-cups');
    const press = page.getByRole('button', { name: 'See its real size' });
    await expect(press).toBeVisible();
    expect(scripts.filter((url) => url.includes('life-size'))).toEqual([]);
    await press.click();
    const dialog = page.getByRole('dialog', { name: 'Espresso cups, pair, at its real size' });
    await dialog.getByRole('slider').fill('320');
    await expect(dialog.getByText('Drawn at its real size on your screen.')).toBeVisible();
    const cup = await dialog.locator('figure svg').first().boundingBox();
    expect(cup?.width).toBeCloseTo((65 * 320) / 85.6, 0);
    expect(cup?.height).toBeCloseTo((60 * 320) / 85.6, 0);
    await expectAccessible(page);
    await expectNoHorizontalOverflow(page, width);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(press).toBeFocused();
  });
