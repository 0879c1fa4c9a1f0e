import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { expectAccessible, expectReadableColours, tabTo } from '#e2e/accessibility.ts';
import { clauseTags } from '#e2e/clause-tags.ts';
import {
  deferredScripts,
  expect,
  expectHydrated,
  expectNoHorizontalOverflow,
  expectNoLayoutShift,
  holdRequests,
  observeLayoutShifts,
  open,
  openSynced,
  test,
} from '#e2e/fixtures.ts';
import { onlyInAll } from '#e2e/only-in-all.ts';
import { addAccount } from '#e2e/shop-database.ts';
import { demoAccounts, signIn, waitForMail } from '#e2e/shopping.ts';
import type { TemporaryShop } from '#scripts/temporary-shop.ts';

const main = (page: Page) => page.getByRole('main');
const header = (page: Page) => page.getByRole('banner');

/** An address that no other test has registered. */
const newEmail = (): string => `ada-${crypto.randomUUID()}@example.com`;

/** Registers this address; returns the link of the verification mail. */
const register = async (page: Page, shop: TemporaryShop, email: string): Promise<string> => {
  await open(page, '/login-register?step=register');
  await main(page).getByLabel('First name').fill('Ada');
  await main(page).getByLabel('Last name').fill('Moss');
  await main(page).getByLabel('Email address').filter({ visible: true }).fill(email);
  await main(page).getByLabel('Password', { exact: true }).filter({ visible: true }).fill('a long walk home');
  await main(page)
    .getByRole('checkbox', { name: /^I agree/ })
    .check();
  await main(page).getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/email-verification/);
  const mail = await waitForMail(shop, /is your code/, email);
  return /https?:\S+\/email-verification\?token=[\w-]{43}/.exec(mail)?.[0] ?? '';
};

/** Signs in with a new account; returns its address and password. */
const signInAnew = async (page: Page, shop: TemporaryShop) => {
  const account = await addAccount(shop);
  await open(page, '/login-register');
  await signIn(page, account);
  return account;
};

test(
  'a shopper registers, enters the code of the mail, signs in, saves a postal address, signs out and returns',
  clauseTags('visitor.joins'),
  async ({ page, shop }) => {
    test.setTimeout(90_000);
    const email = newEmail();
    await open(page, '/my-account?section=addresses');
    await expect(page).toHaveURL(/\/login-register\?from=%2Fmy-account%3Fsection%3Daddresses$/);
    await expect(header(page).getByRole('link', { name: 'Sign Up or Login' })).toBeVisible();
    await expectAccessible(page);

    // By keyboard.
    await tabTo(page, main(page).getByRole('tab', { name: 'Sign in' }));
    await page.keyboard.press('ArrowRight');
    await tabTo(page, main(page).getByLabel('First name'));
    await page.keyboard.type('Ada');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Moss');
    await page.keyboard.press('Tab');
    await page.keyboard.type(email);
    await tabTo(page, main(page).getByLabel('Password', { exact: true }).filter({ visible: true }));
    await page.keyboard.type('a long walk home');
    await page.keyboard.press('Enter');
    await expect(main(page).getByRole('alert')).toBeFocused();
    await expectAccessible(page);
    await tabTo(page, main(page).getByRole('checkbox', { name: /^I agree/ }));
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');

    await expect(page).toHaveURL(/\/email-verification\?from=/);
    // The registration form has a field of the same name with the same value.
    await expect(main(page).getByLabel('6-digit code')).toBeVisible();
    await expect(main(page).getByLabel('Email address').filter({ visible: true })).toHaveValue(email);
    await expectAccessible(page);
    const code = /^Subject: (\d{6}) /m.exec(await waitForMail(shop, /is your code/, email))?.[1] ?? '';
    await main(page).getByLabel('6-digit code').fill(code);
    await main(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(main(page).getByRole('heading', { name: 'Your email address is confirmed' })).toBeFocused();
    await main(page).getByRole('link', { name: 'Sign in' }).click();
    await main(page).getByLabel('Password', { exact: true }).filter({ visible: true }).fill('a long walk home');
    await main(page).getByRole('button', { name: 'Sign in' }).click();

    await expect(page).toHaveURL(/\/my-account\?section=addresses$/);
    await expect(header(page).getByRole('link', { name: 'My Account' })).toBeVisible();
    await main(page).getByRole('button', { name: 'Add an address' }).click();
    await main(page).getByLabel('Address line 1').fill('12 Mill Lane');
    await main(page).getByLabel('Town or city').fill('Leeds');
    await main(page).getByLabel('Postcode').fill('ls14ap');
    await main(page).getByLabel('Phone').fill('0113 496 0142');
    await expectAccessible(page);
    await main(page).getByRole('button', { name: 'Save' }).click();
    await expect(main(page).getByText('LS1 4AP')).toBeVisible();
    await page.reload();
    await expect(main(page).getByText('LS1 4AP')).toBeVisible();

    await main(page).getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/login-register');
    await expect(header(page).getByRole('link', { name: 'Sign Up or Login' })).toBeVisible();
    await signIn(page, [email, 'a long walk home']);
    await expect(main(page).getByRole('heading', { name: 'Hello, Ada' })).toBeVisible();
  },
);

test(
  'the link of the verification mail verifies an email address in another browser only with the password of the registration',
  onlyInAll,
  async ({ page, openDevice, allowErrors, shop }) => {
    test.setTimeout(90_000);
    allowErrors(/status of 422/);
    const link = await register(page, shop, newEmail());

    // A mail gateway, or the owner of an address that another person registered, must not confirm it by opening the link and clicking.
    const phone = await (await openDevice({ viewport: { width: 390, height: 844 } })).newPage();
    const verifications: number[] = [];
    phone.on('response', (response) => {
      if (response.url().endsWith('/user/verify-email')) verifications.push(response.status());
    });
    await open(phone, link);
    await expect(phone.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible();
    expect(verifications).toEqual([]);
    await expectAccessible(phone);
    await tabTo(phone, main(phone).getByRole('button', { name: 'Confirm my email address' }));
    await phone.keyboard.press('Enter');
    await expect(main(phone).getByLabel('Password', { exact: true }).filter({ visible: true })).toBeFocused();
    await expect.poll(() => verifications).toEqual([422]);
    await expectAccessible(phone);
    await expectNoHorizontalOverflow(phone, 390);
    await phone.keyboard.type('not the password');
    await phone.keyboard.press('Enter');
    await expect(main(phone).getByRole('alert')).toBeFocused();
    await expectAccessible(phone);
    await main(phone).getByLabel('Password', { exact: true }).filter({ visible: true }).fill('a long walk home');
    await phone.keyboard.press('Enter');
    await expect(main(phone).getByRole('heading', { name: 'Your email address is confirmed' })).toBeFocused();
    await expect(phone).toHaveURL(/\/email-verification$/);
    await phone.close();

    await open(page, link);
    await main(page).getByRole('button', { name: 'Confirm my email address' }).click();
    await expect(main(page).getByRole('heading', { name: 'This link has already been used' })).toBeFocused();
  },
);

test(
  'the link of the verification mail needs one click and no password in the browser that registered',
  onlyInAll,
  async ({ page, shop }) => {
    test.setTimeout(90_000);
    const email = newEmail();
    await open(page, await register(page, shop, email));
    await main(page).getByRole('button', { name: 'Confirm my email address' }).click();
    await expect(main(page).getByRole('heading', { name: 'Your email address is confirmed' })).toBeFocused();
    await main(page).getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, [email, 'a long walk home']);
    await expect(main(page).getByRole('heading', { name: 'Hello, Ada' })).toBeVisible();
  },
);

test(
  'a reseller who signs in sees reseller prices in every tab at once, and usual prices after signing out',
  onlyInAll,
  async ({ page }) => {
    const other = await page.context().newPage();
    const price = other.locator('main .price-now').first();
    await openSynced(other, '/product/beech-rolling-pin');
    const usual = (await price.textContent()) ?? '';
    await openSynced(page, '/login-register');
    await signIn(page, demoAccounts.reseller);
    await expect(main(page).getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
    await expect(price).not.toHaveText(usual);
    await expect(header(other).getByRole('link', { name: 'My Account' })).toBeVisible();
    await main(page).getByRole('button', { name: 'Sign out' }).click();
    await expect(header(page).getByRole('link', { name: 'Sign Up or Login' })).toBeVisible();
    await expect(price).toHaveText(usual);
    await expect(header(other).getByRole('link', { name: 'Sign Up or Login' })).toBeVisible();
  },
);

test(
  'a shopper signs another device out, downloads their data, and deletes the account, which a wrong password does not',
  onlyInAll,
  async ({ page, openDevice, allowErrors, shop }) => {
    test.setTimeout(120_000);
    allowErrors(/status of 422/);
    const [email, password] = await signInAnew(page, shop);
    await expect(main(page).getByRole('heading', { name: 'Hello, Ada' })).toBeVisible();
    const other = await openDevice({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' });
    const elsewhere = await other.newPage();
    await open(elsewhere, '/login-register');
    await signIn(elsewhere, [email, password]);
    await expect(main(elsewhere).getByRole('heading', { name: 'Hello, Ada' })).toBeVisible();

    await main(page).getByRole('link', { name: 'Sign-in and security' }).click();
    await main(page).getByRole('link', { name: 'Devices' }).click();
    await expect(main(page).getByText('Firefox on Linux')).toBeVisible();
    await expectAccessible(page);
    await tabTo(page, main(page).getByRole('button', { name: /^Sign out Firefox on Linux/ }));
    await page.keyboard.press('Enter');
    await expect(main(page).getByText('Firefox on Linux is signed out.')).toBeVisible();
    await elsewhere.reload();
    await expect(elsewhere).toHaveURL(/\/login-register\?from=/);
    await elsewhere.close();

    await main(page).getByRole('link', { name: 'Your data' }).click();
    const downloading = page.waitForEvent('download');
    await main(page).getByRole('button', { name: 'Download' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^Flone-\d{4}-\d\d-\d\d\.json$/);
    expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ account: { email } });

    await tabTo(page, main(page).getByLabel('Current password'));
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await expect(main(page).getByRole('link', { name: 'This is not your password. Nothing was deleted.' })).toBeVisible();
    await expectAccessible(page);
    await main(page).getByLabel('Current password').fill(password);
    await main(page).getByRole('button', { name: 'Delete my account' }).click();
    await expect(page).toHaveURL('/login-register');
    await expect(main(page).getByText('Your account is deleted')).toBeVisible();
    await waitForMail(shop, /is deleted/, email);
    allowErrors(/status of 401/);
    await signIn(page, [email, password]);
    await expect(main(page).getByText("That email or password isn't right.")).toBeVisible();
  },
);

test('a guest reads "Sign Up or Login" before any script has run and before the profile has loaded, and nothing shifts', async ({
  page,
}) => {
  test.setTimeout(60_000);
  await observeLayoutShifts(page);
  const signIn = header(page).getByRole('link', { name: 'Sign Up or Login' });
  const releaseScripts = await holdRequests(page, deferredScripts);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(signIn).toBeVisible();
  releaseScripts();
  await expectHydrated(page);
  for (const url of ['/', '/cart', '/login-register', '/my-account', '/order-status']) {
    const release = await holdRequests(page, '**/user/getUserProfile');
    await open(page, url);
    await expect(signIn).toBeVisible();
    release();
    await expect(header(page).locator('.account-text :not(.is-guess)')).toBeVisible();
    await expect(signIn).toBeVisible();
    await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoLayoutShift(page);
    await page.unroute('**/user/getUserProfile');
  }
});

test(
  'a browser with the lists of an account shows no account text until the profile has loaded, before and after hydration',
  onlyInAll,
  async ({ page }) => {
    await page.addInitScript(() => window.localStorage.setItem('flone:lists', JSON.stringify({ account: 'ada' })));
    const account = header(page).locator('.account-text');
    const releaseScripts = await holdRequests(page, deferredScripts);
    const releaseProfile = await holdRequests(page, '**/user/getUserProfile');
    await page.goto('/', { waitUntil: 'commit' });
    await expect(header(page).getByRole('link', { name: 'Flone, home' })).toBeVisible();
    await expect(account.getByText('Sign Up or Login')).toBeHidden();
    releaseScripts();
    await expectHydrated(page);
    await expect(account).toBeEmpty();
    releaseProfile();
    await expect(account.getByRole('link', { name: 'Sign Up or Login' })).toBeVisible();
  },
);

test('a shopper who types e-mail address and password before hydration signs in with them', onlyInAll, async ({ page }) => {
  const release = await holdRequests(page, deferredScripts);
  await page.goto('/login-register', { waitUntil: 'commit' });
  await main(page).getByLabel('Email address').filter({ visible: true }).fill(demoAccounts.shopper[0]);
  await main(page).getByLabel('Password', { exact: true }).filter({ visible: true }).fill(demoAccounts.shopper[1]);
  release();
  await expect(header(page).getByRole('link', { name: 'Sign Up or Login' })).toBeVisible();
  await main(page).getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/my-account$/);
});

test(
  'a shopper switches on two-step sign-in, signs in with a code of the app, and then with a recovery code',
  onlyInAll,
  async ({ page, allowErrors, shop }) => {
    test.setTimeout(90_000);
    allowErrors(/status of 422/);
    const [email, password] = await signInAnew(page, shop);
    await main(page).getByRole('link', { name: 'Sign-in and security' }).click();
    await main(page).getByRole('link', { name: 'Two-step sign-in' }).click();

    // By keyboard.
    await tabTo(page, main(page).getByLabel('Current password'));
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expect(main(page).getByRole('heading', { name: 'Add the shop to your app' })).toBeFocused();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoHorizontalOverflow(page, 320);
    const secret = (await main(page).locator('.app-secret').innerText()).replaceAll(' ', '');
    const epoch = Math.floor(Date.now() / 1000);
    await tabTo(page, main(page).getByLabel('Code from your app'));
    await page.keyboard.type(generateSync({ secret, epoch }));
    await page.keyboard.press('Enter');
    await expect(main(page).getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
    await expectAccessible(page);
    await expectNoHorizontalOverflow(page, 320);
    await page.setViewportSize({ width: 1440, height: 900 });
    const [recoveryCode = ''] = await main(page).getByRole('list', { name: 'Your recovery codes' }).locator('code').allInnerTexts();
    await main(page).getByRole('button', { name: 'I have kept them' }).click();
    await expect(main(page).getByRole('heading', { name: 'Two-step sign-in is on' })).toBeFocused();
    await expectAccessible(page);
    expect(await waitForMail(shop, /Two-step sign-in is on/, email)).toContain('Forgot your password?');

    const signOutAndIn = async () => {
      await main(page).getByRole('button', { name: 'Sign out' }).click();
      await expect(page).toHaveURL('/login-register');
      await signIn(page, [email, password]);
      await expect(main(page).getByRole('heading', { name: 'Enter your code' })).toBeFocused();
    };
    await signOutAndIn();
    await expectAccessible(page);
    await tabTo(page, main(page).getByLabel('Code from your app'));
    // The code of the next 30 seconds, which is allowed already, because each works once.
    await page.keyboard.type(generateSync({ secret, epoch: epoch + 30 }));
    await page.keyboard.press('Enter');
    await expect(main(page).getByRole('heading', { name: 'Hello, Ada' })).toBeVisible();

    await signOutAndIn();
    await main(page).getByRole('button', { name: 'Use a recovery code instead' }).click();
    await expect(main(page).getByLabel('Recovery code')).toBeFocused();
    await page.keyboard.type(recoveryCode);
    await page.keyboard.press('Enter');
    await expect(main(page).getByRole('heading', { name: 'Hello, Ada' })).toBeVisible();
  },
);

test(
  'every section of the account is accessible in light and dark and fits a narrow phone in both writing directions',
  onlyInAll,
  async ({ page }) => {
    test.setTimeout(120_000);
    await open(page, '/login-register');
    await signIn(page, demoAccounts.reseller);
    const security = ['Email address', 'Password', 'Two-step sign-in', 'Devices'];
    for (const section of [
      'Overview',
      'Orders',
      'Addresses',
      'Your details',
      'Sign-in and security',
      ...security,
      'Your data',
      'Reselling',
    ]) {
      const isOfSecurity = security.includes(section);
      if (isOfSecurity) await main(page).getByRole('link', { name: 'Sign-in and security' }).click();
      await main(page).getByRole('link', { name: section, exact: true }).click();
      await expect(main(page).locator('#account-section')).toHaveText(section === 'Overview' ? /^Hello/ : section);
      const entry = main(page).getByRole('link', { name: isOfSecurity ? 'Sign-in and security' : section, exact: true });
      await expect(entry).toHaveAttribute('aria-current', isOfSecurity ? 'true' : 'page');
      await expect(main(page).locator('.spinner')).toHaveCount(0);
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectReadableColours(page);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 320, height: 640 });
      await expectNoHorizontalOverflow(page, 320);
      await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
      await expectNoHorizontalOverflow(page, 320);
      await page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'));
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  },
);
