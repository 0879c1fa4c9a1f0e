import type { Locator } from '@playwright/test';
import { tabTo } from '#e2e/accessibility.ts';
import { addColleague, button, buyers, goTo, link, mailTo, openDesk, ordersOf, phone, row, test } from '#e2e/desk-shop.ts';
import { expect, open, press } from '#e2e/fixtures.ts';
import { onlyInAll } from '#e2e/only-in-all.ts';
import { withDatabase } from '#e2e/shop-database.ts';
import { runSellerCommand } from '#e2e/shopping.ts';

test.setTimeout(180_000);

test(
  'a seller opens the menu of a narrow window by keyboard, and the invoice of an order, which is a page of the shop, and comes back',
  onlyInAll,
  async ({ page, deskShop: shop }) => {
    await ordersOf(shop, buyers.slice(0, 1));
    await openDesk(page, shop);
    await page.setViewportSize(phone.viewport);
    const navigation = page.getByRole('navigation', { name: 'Desk' });
    const more = navigation.getByRole('button', { name: 'More' });
    const figures = navigation.getByRole('link', { name: 'Figures' });
    await more.press('Enter');
    await expect(figures).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(figures).toBeHidden();
    await expect(more).toBeFocused();
    await more.press('Enter');
    await figures.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Figures' })).toBeFocused();
    await expect(figures).toBeHidden();

    await goTo(page, 'Orders');
    await link(page, 'Mary Sutton').click();
    await link(page, 'Invoice INV-000001').click();
    await expect(page).toHaveURL(/\/order-status\?order=.*view=invoice/);
    await expect(page.getByRole('main')).toContainText('INV-000001');
    await page.goBack({ waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mary Sutton');
  },
);

test('nine parcels are packed and sent by keyboard alone', async ({ page, deskShop: shop }) => {
  const ids = await ordersOf(shop, buyers.slice(0, 9));
  await openDesk(page, shop);
  const pressEnter = async (target: Locator): Promise<void> => {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };
  await pressEnter(page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: /^Orders/ }));
  await expect(page.getByRole('main')).toContainText('9 orders,');
  await tabTo(page, page.getByRole('checkbox', { name: 'Choose all of these' }));
  await page.keyboard.press('Space');
  await pressEnter(button(page, 'Start packing'));
  await expect(page.getByText(/^Packing has begun for 9 orders/)).toBeVisible();
  await pressEnter(link(page, 'Mark as sent'));
  await tabTo(page, page.getByLabel('Tracking number Mary Sutton'));
  for (let parcel = 1; parcel <= 9; parcel += 1) await page.keyboard.type(`RM${parcel}\n`);
  await page.keyboard.press('Enter');
  await expect(button(page, 'Send 9')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: /^9 parcels are marked as sent/ })).toBeFocused();
  expect(await runSellerCommand(shop, 'orders', 'show', ids.get('Ada') ?? '', '--json')).toContain('RM9');
});

test(
  'two of the staff open one order: the second is told who did what and when, has all that was typed, and goes on',
  onlyInAll,
  async ({ page, deskShop: shop, openDevice }) => {
    await ordersOf(shop, buyers.slice(0, 1));
    const colleague = await addColleague(shop);
    const other = await (await openDevice(phone)).newPage();
    await openDesk(page, shop);
    await goTo(page, 'Orders');
    await press(link(page, 'Mary Sutton'));
    await press(button(page, 'Start packing'));
    await expect(button(page, 'Mark as sent')).toBeVisible();
    await openDesk(other, shop, colleague);
    await goTo(other, 'Orders');
    await press(link(other, 'Mary Sutton'));
    await other.getByRole('main').getByLabel('Courier').fill('Evri');
    await other.getByRole('main').getByLabel('Tracking number').fill('EV-typed');
    await other.getByRole('main').getByLabel('A note that only the desk sees').fill('Wrapped twice.');

    await press(button(page, 'Correct'));
    const address = page.getByRole('dialog', { name: 'Correct the address' });
    await address.getByLabel('Address line 1').fill('9 Quay Road');
    await press(address.getByRole('button', { name: 'Save the address' }));
    await expect(page.getByRole('complementary')).toContainText('9 Quay Road');

    await press(button(other, 'Mark as sent'));
    await expect(other.getByRole('alert')).toContainText(
      /this order has changed since you looked at it: Address corrected: .* \(Sol, \d\d:\d\d\)/,
    );
    const expectTyped = async (): Promise<void> => {
      await expect(other.getByRole('main').getByLabel('Courier')).toHaveValue('Evri');
      await expect(other.getByRole('main').getByLabel('Tracking number')).toHaveValue('EV-typed');
      await expect(other.getByRole('main').getByLabel('A note that only the desk sees')).toHaveValue('Wrapped twice.');
    };
    await expectTyped();
    await press(button(other, 'Show it as it is now'));
    await expect(other.getByRole('complementary')).toContainText('9 Quay Road');
    await expectTyped();
    await press(button(other, 'Mark as sent'));
    await expect(other.getByRole('heading', { name: 'On its way' })).toBeVisible();
    await press(button(other, 'Add the note'));
    await expect(other.getByText('The note is added.')).toBeVisible();
    const mail = await mailTo(shop, 'Mary', /is on its way/);
    for (const text of ['EV-typed', '9 Quay Road']) expect(mail).toContain(text);

    // The first, whose page is the older one now.
    await button(page, 'Mark as sent').click();
    await expect(page.getByRole('alert')).toContainText(/Evri.*EV-typed \(Ada, \d\d:\d\d\)/);
    await button(page, 'Show it as it is now').click();
    await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible();
    for (const text of ['EV-typed', 'Wrapped twice.']) await expect(page.getByRole('main')).toContainText(text);
  },
);

test.describe('on a phone', () => {
  test.use(phone);

  test(
    'sheets are printed alone, what was saved at the foot of a page is said in sight, and labels of a chart keep apart',
    onlyInAll,
    async ({ page, deskShop: shop }) => {
      const ids = [...(await ordersOf(shop, buyers.slice(0, 2))).values()].join(',');
      await openDesk(page, shop);
      for (const sheet of ['slips', 'pick']) {
        await page.goto(`${shop.address}/desk/orders/${sheet}?ids=${ids}`);
        await expect(button(page, 'Print')).toBeVisible();
        await page.emulateMedia({ media: 'print' });
        await expect(page.getByRole('article').first()).toBeVisible();
        await expect(page.getByRole('button')).toHaveCount(0);
        await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
        await page.emulateMedia({ media: 'screen' });
      }

      await page.goto(`${shop.address}/desk/settings/delivery`);
      await page.getByLabel('Most an order pays (£)').fill('7');
      await button(page, 'Save').tap();
      const said = page.getByText('Saved. New orders go by it.');
      await expect(said).toBeInViewport();
      const [message, navigation] = await Promise.all([said.boundingBox(), page.getByRole('navigation', { name: 'Desk' }).boundingBox()]);
      expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(navigation?.y ?? 0);

      await page.goto(`${shop.address}/desk/figures`);
      const labels = page.locator('.desk-bars.is-wide text[y="178"]:visible');
      await expect(labels.first()).toBeVisible();
      const boxes = await labels.evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect()).map(({ left, right }) => [left, right]),
      );
      for (const [at, [left = 0]] of boxes.slice(1).entries()) expect(left).toBeGreaterThan(boxes[at]?.[1] ?? 0);
    },
  );

  test(
    'what was chosen in a list is chosen when a seller comes back to it, and not in another whose address is typed',
    onlyInAll,
    async ({ page, deskShop: shop }) => {
      await ordersOf(shop, buyers.slice(0, 3));
      await openDesk(page, shop);
      await page.goto(`${shop.address}/desk/orders?view=all`);
      await row(page, 'Tom').tap();
      await page.goto(`${shop.address}/desk/orders`);
      await expect(row(page, 'Tom')).not.toBeChecked();
      await goTo(page, 'Orders');
      // With pictures, and in the upper third of the screen.
      const first = page.locator('tbody tr').first();
      await expect(first.locator('img')).toBeVisible();
      expect((await first.boundingBox())?.y).toBeLessThan(844 / 3);
      // Nothing of a row lies over something else of it.
      const edges = await first.evaluate((tr) => {
        const [picture, name, day] = ['.picture', 'th > a', '.desk-due'].map((each) => tr.querySelector(each)?.getBoundingClientRect());
        return [picture?.right ?? 0, name?.left ?? 0, name?.right ?? 0, day?.left ?? 0];
      });
      expect(edges).toEqual(edges.toSorted((one, other) => one - other));
      for (const name of ['Mary', 'Idris']) await row(page, name).tap();
      await button(page, 'Start packing').tap();
      await expect(page.getByText(/^Packing has begun for 2 orders/)).toBeVisible();
      await link(page, 'Tom Leary').tap();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tom Leary');
      await page.goBack();
      await expect(row(page, 'Mary')).toBeChecked();
    },
  );
});

test(
  'a search that finds nothing is counted once the shopper stays, and shown to the seller from the third',
  onlyInAll,
  async ({ page, deskShop: shop }) => {
    const timesOf = () =>
      withDatabase(shop, async (db) =>
        (await db.selectFrom('search_miss').select(['term', 'times']).execute()).map(({ term, times }) => [term, times]),
      );
    for (const times of [1, 2, 3]) {
      await open(page, `${shop.address}/shop-grid-standard?q=Blue+teapot`);
      await expect.poll(timesOf).toEqual([['blue teapot', times]]);
    }
    await openDesk(page, shop);
    await goTo(page, 'Figures');
    await expect(page.getByText('blue teapot')).toBeVisible();
  },
);
