import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { openDesk, test } from '#e2e/desk-shop.ts';
import { addToCart, expect, expectNoHorizontalOverflow, expectPersisted, open } from '#e2e/fixtures.ts';
import { completeTestPayment, fillCheckout, payButton, termsCheckbox, waitForMail } from '#e2e/shopping.ts';

test.setTimeout(180_000);

const widths = { 'a desktop': 1440, 'a phone': 390 };

const expectFits = async (page: Page, width: number): Promise<void> => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoHorizontalOverflow(page, width);
    await expectAccessible(page);
  }
};

for (const [device, width] of Object.entries(widths))
  test(`a shopper on ${device} has a gift wrapped and collects it, as confirmation, mail and desk say`, async ({ page, deskShop }) => {
    await page.setViewportSize({ width, height: 844 });
    await open(page, `${deskShop.address}/product/lavender-soap-bar`);
    await addToCart(page);
    await expectPersisted(page, 'lavender-soap-bar');
    await open(page, `${deskShop.address}/checkout`);
    await expect(payButton(page)).toHaveText('Pay £9.00 now');
    await page.getByRole('radio', { name: /^Collect it: Our workshop/ }).check();
    await fillCheckout(page);
    await page.getByRole('button', { name: 'Add a gift message' }).click();
    await page.getByRole('textbox', { name: /^Gift message/ }).fill('Happy birthday, Grace!');
    const wrapping = page.getByRole('checkbox', { name: /^Wrap it as a gift/ });
    await expect(wrapping).not.toBeChecked();
    await wrapping.check();
    await expect(payButton(page)).toHaveText('Pay £10.00 now');
    await expectFits(page, width);
    await termsCheckbox(page).check();
    await payButton(page).click();
    await completeTestPayment(page, 'Pay');

    const main = page.getByRole('main');
    const words = ['Collected, so no delivery', '−£2.50', 'Gift wrapping', '£3.50', '£10.00', 'Our workshop', 'Happy birthday, Grace!'];
    for (const text of [...words, 'Gift wrapped, without prices in the parcel.']) await expect(main).toContainText(text);
    await expectFits(page, width);
    const id = new URL(page.url()).searchParams.get('order') ?? '';

    const mail = await waitForMail(deskShop, /confirmed/, 'ada@example.com');
    for (const text of [id, 'Collected, so no delivery: −£2.50', 'Gift wrapping: £3.50', 'Total: £10.00', 'Our workshop', 'Gift wrapped'])
      expect(mail).toContain(text);

    await openDesk(page, deskShop);
    await page.goto(`${deskShop.address}/desk/orders/${id}`);
    for (const text of ['To wrap as a gift', 'The buyer has paid £3.50', 'Our workshop', 'Happy birthday, Grace!', '£10.00'])
      await expect(main).toContainText(text);
    await expectFits(page, width);
    await page.goto(`${deskShop.address}/desk/settings/delivery`);
    await expect(main.getByRole('textbox', { name: 'Gift wrapping of an order (£)' })).toHaveValue('3.50');
    await expectFits(page, width);
  });
