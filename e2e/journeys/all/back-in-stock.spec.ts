import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, expectAccessibleInBothWidths, open, test } from '#e2e/fixtures.ts';
import { withDatabase } from '#e2e/shop-database.ts';
import { runSellerCommand, sentMails, waitForMail } from '#e2e/shopping.ts';

/** A sample product that is sold out. */
const product = 'salt-pot';
const name = 'Salt pot with wooden lid';

const linkIn = (mail: string, parameter: string): string =>
  new RegExp(`https?://[^/\\s]+(/product/\\S*${parameter}=[\\w-]{43})`).exec(mail)?.[1] ?? '';

// Journeys after this one in the same shop need it sold out.
test.afterEach(({ shop }) => runSellerCommand(shop, 'stock', 'count', product, '0'));

test('a guest subscribes to a stock alert, confirms it by the mailed link, is mailed when the product is back in stock, unsubscribes by the link in that mail, and may press each link twice', async ({
  page,
  shop,
  allowErrors,
}) => {
  test.setTimeout(120_000);
  // The link to confirm, once it has done its work.
  allowErrors(/status of 404/);
  // On a phone's width, where the browser shows the larger picture that it has from the desktop's.
  allowErrors(/was preloaded using link preload but not used/);
  await open(page, `/product/${product}`);
  await page.getByRole('button', { name: 'Email me when it’s back' }).click();
  const form = page.getByRole('region', { name: 'Email me when it’s back' });
  await expect(form.getByRole('heading')).toBeFocused();
  await expectAccessibleInBothWidths(page);
  await form.getByLabel('Email address').fill('grace@example.com');
  await form.getByRole('button', { name: 'Email me' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
  const confirmation = await waitForMail(shop, /Shall we email you/, 'grace@example.com');
  expect(confirmation).not.toContain('List-Unsubscribe');

  const confirmLink = linkIn(confirmation, 'notify');
  const dialog = page.getByRole('dialog');
  await open(page, confirmLink);
  await expect(page.getByRole('dialog', { name: 'Shall we email you when it’s back?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Yes, email me' }).click();
  await expect(dialog).toContainText('We will email grace@example.com once');
  expect(await runSellerCommand(shop, 'waiting', 'list')).toMatch(/salt-pot\s+Salt pot with wooden lid\s+1 /);

  await runSellerCommand(shop, 'stock', 'count', product, '2');
  const alert = await waitForMail(shop, /Back in stock/, 'grace@example.com');
  expect(alert).toContain(name);
  expect(alert).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(await runSellerCommand(shop, 'waiting', 'list')).toContain('Nobody waits');

  await page.setViewportSize({ width: 390, height: 900 });
  // What a mail program opens that shows the URL of List-Unsubscribe as a link.
  const [, oneClickPath = ''] = /^List-Unsubscribe:\s+<https?:\/\/[^/]+([^>]+)>/m.exec(alert) ?? [];
  await page.goto(oneClickPath);
  await expect(page).toHaveURL(linkIn(alert, 'unsubscribe'));
  const stopLink = linkIn(alert, 'unsubscribe');
  await open(page, stopLink);
  await expect(page.getByRole('button', { name: 'Add to cart' }).first()).toBeAttached();
  await page.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(page.getByRole('dialog', { name: 'These emails are stopped' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();

  // Each link once more: nothing is left to stop, and to confirm would wait for what is in stock.
  await open(page, stopLink);
  await page.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(page.getByRole('dialog', { name: 'These emails are stopped' })).toBeVisible();
  await open(page, confirmLink);
  await page.getByRole('button', { name: 'Yes, email me' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'This link has expired, has been used, or was replaced by a newer one. While this is out of stock, you can ask again.',
  );
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'Buy now' })).toBeVisible();
  expect(await runSellerCommand(shop, 'waiting', 'list')).toContain('Nobody waits');
  expect(sentMails(shop).filter((mail) => /^Subject: Back in stock/m.test(mail) && mail.includes('grace@example.com'))).toHaveLength(1);
});

test('a shopper who opens an unknown confirmation link of a stock alert reads that it has expired', async ({ page, allowErrors }) => {
  allowErrors(/status of 404/);
  await open(page, `/product/${product}?notify=${'a'.repeat(43)}`);
  await page.getByRole('button', { name: 'Yes, email me' }).click();
  await expect(page.getByRole('alert')).toContainText('This link has expired');
});

test('a guest who confirms a stock alert after its link has expired reads so, and is not waiting', async ({ page, shop, allowErrors }) => {
  allowErrors(/status of 404/);
  await open(page, `/product/${product}`);
  await page.getByRole('button', { name: 'Email me when it’s back' }).click();
  const form = page.getByRole('region', { name: 'Email me when it’s back' });
  await form.getByLabel('Email address').fill('late@example.com');
  await form.getByRole('button', { name: 'Email me' }).click();
  const confirmLink = linkIn(await waitForMail(shop, /Shall we email you/, 'late@example.com'), 'notify');
  await withDatabase(shop, (db) =>
    db
      .updateTable('token')
      .set({ expires_at: new Date(0).toISOString() })
      .where('purpose', '=', 'confirmStockAlert')
      .execute(),
  );
  await open(page, confirmLink);
  await page.getByRole('button', { name: 'Yes, email me' }).click();
  await expect(page.getByRole('alert')).toContainText('This link has expired');
  expect(await runSellerCommand(shop, 'waiting', 'list')).toContain('Nobody waits');
});
