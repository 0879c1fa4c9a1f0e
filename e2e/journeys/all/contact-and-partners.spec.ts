import type { Page } from '@playwright/test';
import { expectAccessible, tabTo } from '#e2e/accessibility.ts';
import { deferredScripts, expect, expectNoHorizontalOverflow, holdRequests, open, test } from '#e2e/fixtures.ts';
import { sentMails } from '#e2e/shopping.ts';
import { translatePage } from '#tests/support/translate-page.ts';

const main = (page: Page) => page.getByRole('main');
const reference = (page: Page) => main(page).getByText(/^M-[0-9A-Z]{4}-[0-9A-Z]{4}$/);

test('a keyboard user asks about an order, and the seller and the shopper get a mail', async ({ page, shop }) => {
  test.setTimeout(90_000);
  // A new address each time: the number of mails per address is limited.
  const email = `ada-${crypto.randomUUID()}@example.com`;
  await open(page, '/contact');
  await tabTo(page, main(page).getByLabel('Your name'));
  await page.keyboard.type('Ada Byron');
  await page.keyboard.press('Enter');
  await expect(main(page).getByRole('alert')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(main(page).getByLabel('Email address')).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await expect(main(page).getByLabel('What is it about?')).toHaveValue('order');
  await page.keyboard.press('Tab');
  await expect(main(page).getByLabel(/^Order ID/)).toBeFocused();
  await page.keyboard.type('abcd-efgh-jkmn-pqrs');
  await page.keyboard.press('Tab');
  await page.keyboard.type('May I have it sent to my sister instead?');
  // The draft survives a reload.
  await page.reload();
  await expect(main(page).getByLabel('Your message')).toHaveValue('May I have it sent to my sister instead?');
  await tabTo(page, main(page).getByRole('button', { name: 'Send message' }));
  await page.keyboard.press('Enter');
  await expect(main(page).getByRole('heading', { name: 'Thank you, we have your message' })).toBeFocused();
  await expectAccessible(page);
  const number = (await reference(page).textContent()) ?? '';

  const mails = () => sentMails(shop).filter((mail) => mail.includes(number));
  await expect.poll(() => mails().length, { timeout: 20_000 }).toBe(2);
  const [toSeller = '', toShopper = ''] = mails().toSorted((one) => (/^To: hello@flone/m.test(one) ? -1 : 1));
  expect(toSeller).toContain(`Reply-To: ${email}`);
  for (const text of ['Ada Byron', 'ABCD-EFGH-JKMN-PQRS', 'sent to my sister']) expect(toSeller).toContain(text);
  expect(toShopper).toContain(`To: ${email}`);
  expect(toShopper).not.toContain('sister');
});

test('a keyboard user who writes a message before hydration and presses Send twice sends it once, as it was written', async ({
  page,
  shop,
}) => {
  const email = `ada-${crypto.randomUUID()}@example.com`;
  const release = await holdRequests(page, deferredScripts);
  await page.goto('/contact', { waitUntil: 'commit' });
  await main(page).getByLabel('Your name').focus();
  await page.keyboard.type('Ada Byron');
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Where has my parcel gone?');
  await page.keyboard.press('Tab');
  const send = main(page).getByRole('button', { name: 'Send message' });
  await expect(send).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(send).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Enter');
  release();
  await expect(main(page).getByRole('heading', { name: 'Thank you, we have your message' })).toBeFocused();
  const number = (await reference(page).textContent()) ?? '';
  const mails = () => sentMails(shop).filter((mail) => mail.includes(email));
  await expect.poll(() => mails().length, { timeout: 20_000 }).toBe(2);
  for (const mail of mails()) expect(mail).toContain(number);
  const toSeller = mails().find((mail) => /^To: hello@flone/m.test(mail)) ?? '';
  for (const text of ['Ada Byron', 'About: an order', 'Where has my parcel gone?']) expect(toSeller).toContain(text);
});

test('a stockist reads about wholesale on a phone and sends an enquiry', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, '/collabaration');
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Welcome To Commercial Arm');
  await expectNoHorizontalOverflow(page, 320);
  await expectAccessible(page);
  await main(page).getByRole('link', { name: 'Details about wholesale' }).click();
  await expect(page).toHaveURL('/wholesale');
  await main(page).getByRole('button', { name: 'Register' }).click();
  await expect(main(page).getByRole('heading', { name: 'Register as a stockist' })).toBeFocused();
  await expect(main(page).getByRole('heading', { name: 'Register as a stockist' })).toBeInViewport();
  await main(page).getByLabel('Your name').fill('Grace Hill');
  await main(page).getByLabel('Email address').fill('grace@corner.example');
  await main(page).getByLabel('Business').fill('The Corner Shop');
  await main(page).getByLabel('Your shop and what you would like').fill('We have two shelves and a window for your mugs.');
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page, 320);
  await main(page).getByRole('button', { name: 'Send enquiry' }).click();
  await expect(main(page).getByRole('heading', { name: 'Thank you, we have your enquiry' })).toBeFocused();
  await expect(reference(page)).toBeInViewport();
  await expectNoHorizontalOverflow(page, 320);
  await expectAccessible(page);
});

test('a future reseller reads how reselling works, and the registration form has reselling selected', async ({ page }) => {
  await open(page, '/reselling');
  await main(page).getByRole('link', { name: 'Register' }).first().click();
  await expect(main(page).getByRole('tab', { name: 'Register' })).toHaveAttribute('aria-selected', 'true');
  await expect(main(page).getByRole('checkbox', { name: /^I want to resell/ })).toBeChecked();
});

test('a shopper whose browser has translated the contact page sees its errors, and sends it', async ({ page }) => {
  await open(page, '/contact');
  const translate = () => page.evaluate(translatePage, undefined);
  const send = main(page).getByRole('button', { name: 'Send message' });
  await translate();
  await send.click();
  await expect(main(page).getByRole('alert')).toBeFocused();
  await translate();
  await main(page).getByLabel('Your name').fill('Ada Byron');
  await main(page).getByLabel('Email address').fill(`ada-${crypto.randomUUID()}@example.com`);
  await main(page).getByLabel('What is it about?').selectOption('product');
  await main(page).getByLabel('Your message').fill('Is the oat mug fine in a dishwasher?');
  await translate();
  await send.click();
  await expect(main(page).getByRole('heading', { name: 'Thank you, we have your message' })).toBeFocused();
});
