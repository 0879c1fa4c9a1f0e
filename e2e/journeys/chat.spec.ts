import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { clauseTags } from '#e2e/clause-tags.ts';
import { addToCart, expect, expectNoHorizontalOverflow, open, test, toaster } from '#e2e/fixtures.ts';
import { pagesOf } from '#e2e/warm-contexts.ts';

const button = (page: Page): Locator => page.getByRole('button', { name: 'Chat with us' });
const chat = (page: Page): Locator => page.getByRole('dialog', { name: 'Chat with Flone' });
const field = (page: Page): Locator => chat(page).getByRole('textbox', { name: 'Your message' });

const openChat = async (page: Page): Promise<void> => {
  await button(page).click();
  await expect(chat(page).getByText('Hi! How can we help you?')).toBeVisible();
};

/** Stops the page's clock, so that the greeting is in the making until the test goes on; a busy machine would miss it. */
const stopClock = async (page: Page): Promise<void> => {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
};

/** Stands in for the messaging app, so that nothing leaves the machine. */
const standIn = async (page: Page): Promise<void> => {
  await page
    .context()
    .route('https://api.whatsapp.com/**', (route) => route.fulfill({ contentType: 'text/html', body: '<title>App</title>' }));
};

/** The first shares no point with the second. */
const expectApart = async (one: Locator, other: Locator): Promise<void> => {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error('One of them is not there.');
  const isApart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
  expect(isApart, `${JSON.stringify(a)} and ${JSON.stringify(b)}`).toBe(true);
};

test('a shopper opens the chat, sees it typing and hears the greeting', clauseTags('chat.typing', 'chat.greeting'), async ({ page }) => {
  await open(page, '/');
  await expect(button(page)).toHaveAttribute('aria-expanded', 'false');
  await stopClock(page);
  await button(page).click();
  await expect(button(page)).toHaveAttribute('aria-expanded', 'true');
  const log = chat(page).getByRole('log');
  await expect(log).toContainText('Flone is typing');
  await expect(button(page)).toHaveAttribute('aria-controls', (await chat(page).getAttribute('id')) ?? '');
  await page.clock.resume();
  await expect(log).toContainText('Hi! How can we help you?');
  await expect(log).not.toContainText('is typing');
  await expect(chat(page).getByText('Online')).toBeVisible();
  await expect(field(page)).toBeFocused();
  await expectAccessible(page);
});

test('a shopper reads when the greeting came, 5 pixels from its account', clauseTags('chat.time-margin'), async ({ page }) => {
  await open(page, '/');
  await openChat(page);
  const time = chat(page).getByRole('log').locator('time');
  await expect(time).toHaveText(/^\d{2}:\d{2}$/);
  await expect(time).toHaveCSS('margin-inline-start', '5px');
  await expect(time).toHaveCSS('margin-left', '5px');
});

test(
  'a shopper’s message goes on in a new window of the messaging app',
  clauseTags('visitor.chat-hands-over', 'chat.window'),
  async ({ page, context }) => {
    await standIn(page);
    await open(page, '/product/stoneware-mug');
    await openChat(page);
    await field(page).fill('Is it safe in a dishwasher & oven? 100 %');
    const [opened] = await Promise.all([context.waitForEvent('page'), chat(page).getByRole('button', { name: 'Send' }).click()]);
    await opened.waitForLoadState();
    const address = new URL(opened.url());
    expect(address.origin + address.pathname).toBe('https://api.whatsapp.com/send');
    expect([...address.searchParams]).toEqual([
      ['phone', '447700900142'],
      ['text', 'Is it safe in a dishwasher & oven? 100 %'],
    ]);
    expect(await opened.evaluate(() => window.opener)).toBeNull();
    await opened.close();
    await expect(field(page)).toHaveValue('');
    await expect(page).toHaveURL('/product/stoneware-mug');
    await expectAccessible(page);
  },
);

test('a shopper whose browser keeps the window back presses a link instead', async ({ page, context }) => {
  await standIn(page);
  // What a blocker of pop-ups leaves of it.
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await open(page, '/');
  await openChat(page);
  await field(page).fill('Hello');
  await field(page).press('Enter');
  await expect(chat(page).getByRole('log')).toContainText('Hello');
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    chat(page).getByRole('link', { name: 'No window? Open it here.' }).click(),
  ]);
  await expect(opened).toHaveURL('https://api.whatsapp.com/send?phone=447700900142&text=Hello');
  expect(await opened.evaluate(() => window.opener)).toBeNull();
  await expect(chat(page)).toBeVisible();
});

test('a shopper who sends nothing, or only spaces, stays where they are', clauseTags('chat.empty'), async ({ page, context }) => {
  await standIn(page);
  await open(page, '/');
  await openChat(page);
  for (const text of ['', '   ']) {
    await field(page).fill(text);
    await field(page).press('Enter');
    await chat(page).getByRole('button', { name: 'Send' }).click();
    await expect(field(page)).toHaveValue(text);
  }
  expect(pagesOf(context)).toEqual([page]);
  await expect(page).toHaveURL('/');
});

test(
  'a shopper leaves the chat by Escape or by a press beside it, and finds the rest of a sentence there again',
  clauseTags('chat.closes-escape', 'chat.closes-outside'),
  async ({ page }) => {
    await open(page, '/shop-grid-standard');
    await openChat(page);
    await field(page).fill('Half a sen');
    await page.keyboard.press('Escape');
    await expect(chat(page)).toBeHidden();
    await expect(button(page)).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(chat(page)).toBeVisible();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(chat(page)).toBeHidden();
    await expect(button(page)).toBeFocused();

    await page.getByRole('banner').getByRole('link', { name: 'Collaboration', exact: true }).click();
    await expect(page).toHaveURL('/collabaration');
    await button(page).click();
    await expect(field(page)).toHaveValue('Half a sen');
    await page.goBack();
    await expect(page).toHaveURL('/shop-grid-standard');
    await expect(chat(page)).toBeVisible();
    await expect(field(page)).toHaveValue('Half a sen');
  },
);

test('a shopper hears nothing from elsewhere before a message is sent, and no sound', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open(page, '/');
  await openChat(page);
  await field(page).fill('Hello');
  const own = new URL(page.url()).origin;
  expect(asked.filter((address) => new URL(address).origin !== own || address.includes('/sounds/'))).toEqual([]);
});

test('a shopper is told when the chat cannot be fetched, and gets it the next time', async ({ page, allowErrors }) => {
  allowErrors(/shop-chat/);
  await page.route('**/assets/shop-chat-*.js', (route) => route.abort());
  await open(page, '/');
  await button(page).click();
  await expect(page.getByRole('alert')).toContainText("We can't reach the shop");
  await page.unroute('**/assets/shop-chat-*.js');
  await button(page).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await openChat(page);
});

test.describe('at night, without motion', () => {
  test.use({ colorScheme: 'dark', contextOptions: { reducedMotion: 'reduce' } });

  test('a shopper can read the chat, and nothing in it moves', async ({ page }) => {
    await standIn(page);
    await open(page, '/');
    await stopClock(page);
    await button(page).click();
    await expect(chat(page).getByRole('log')).toContainText('Flone is typing');
    await expect
      .poll(() =>
        chat(page).evaluate((dialog) => dialog.getAnimations({ subtree: true }).filter(({ playState }) => playState === 'running').length),
      )
      .toBe(0);
    await page.clock.resume();
    await expect(chat(page).getByText('Hi! How can we help you?')).toBeVisible();
    await field(page).fill('Hello');
    await field(page).press('Enter');
    await expectAccessible(page);
  });
});

for (const [width, height] of [
  [320, 640],
  [768, 1024],
  [1440, 900],
] as const)
  test(`a shopper finds everything at the foot of a screen ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, '/product/coiled-jute-basket');
    await page.getByRole('radio', { name: 'Small' }).check();
    await addToCart(page);
    await page.evaluate(() => window.scrollTo(0, 1600));
    const up = page.getByRole('button', { name: 'Back to the top' });
    await expect(up).toBeVisible();
    const bar = page.getByRole('region', { name: 'Add this to your cart' });
    if (width < 768) await expect(bar).toBeInViewport();
    for (const other of [up, toaster(page), ...(width < 768 ? [bar] : [])]) await expectApart(button(page), other);
    await expectApart(up, toaster(page));

    // The page's end can be scrolled clear of what floats above it.
    const last = page.getByRole('contentinfo').getByRole('link').last();
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      for (const floating of [button(page), up]) await expectApart(floating, last);
    }).toPass();

    await openChat(page);
    await expect(up).toBeHidden();
    await expectApart(chat(page), button(page));
    if (width < 768) await expectApart(chat(page), bar);
    const box = await chat(page).boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    for (const control of [button(page), field(page), chat(page).getByRole('button', { name: 'Send' })])
      expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await expectNoHorizontalOverflow(page, width);
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    await expectNoHorizontalOverflow(page, width);
    await expectApart(chat(page), button(page));
  });
