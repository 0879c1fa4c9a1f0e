import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { clauseTags } from '#e2e/clause-tags.ts';
import { addToCart, expect, expectNoHorizontalOverflow, open, test, toaster } from '#e2e/fixtures.ts';

const button = (page: Page): Locator => page.getByRole('button', { name: 'Chat with us' });
const chat = (page: Page): Locator => page.getByRole('dialog', { name: 'Chat with Flone' });
const field = (page: Page): Locator => chat(page).getByRole('textbox', { name: 'Your message' });

const openChat = async (page: Page): Promise<void> => {
  await button(page).click();
  await expect(chat(page).getByText('Hi! How can we help you?')).toBeVisible();
};

/** Stops the page's clock while the greeting is still being typed. */
const stopClock = async (page: Page): Promise<void> => {
  await page.clock.install();
  // The page's clock runs until then: a shorter time may have passed on a busy machine.
  await page.clock.pauseAt(Date.now() + 60_000);
};

/** Answers for the messaging app, so that no request leaves the machine. */
const stubMessagingApp = async (page: Page): Promise<void> => {
  await page
    .context()
    .route('https://api.whatsapp.com/**', (route) => route.fulfill({ contentType: 'text/html', body: '<title>App</title>' }));
};

/** The two boxes do not overlap. */
const expectApart = async (one: Locator, other: Locator): Promise<void> => {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error('One of the elements is not visible.');
  const isApart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
  expect(isApart, `${JSON.stringify(a)} and ${JSON.stringify(b)}`).toBe(true);
};

test(
  'a shopper opens the chat, sees it typing and reads the greeting with its time, 5 pixels from the name',
  clauseTags('chat.typing', 'chat.greeting', 'chat.time-margin'),
  async ({ page }) => {
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
    const time = log.locator('time');
    await expect(time).toHaveText(/^\d{2}:\d{2}$/);
    await expect(time).toHaveCSS('margin-inline-start', '5px');
    await expect(time).toHaveCSS('margin-left', '5px');
  },
);

test(
  'a shopper sends a message, and the messaging app opens in a new window with it',
  clauseTags('visitor.chat-hands-over', 'chat.window', 'chat.no-navigation'),
  async ({ page, context }) => {
    await stubMessagingApp(page);
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

test('a shopper whose browser blocks the pop-up opens the messaging app by a link', async ({ page, context }) => {
  await stubMessagingApp(page);
  // As a pop-up blocker does.
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

test(
  'before a shopper sends a message, empty or not, the page stays, fetches nothing from another origin and plays no sound',
  clauseTags('chat.empty'),
  async ({ page, context }) => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await stubMessagingApp(page);
    await open(page, '/');
    await openChat(page);
    for (const text of ['', '   ']) {
      await field(page).fill(text);
      await field(page).press('Enter');
      await chat(page).getByRole('button', { name: 'Send' }).click();
      await expect(field(page)).toHaveValue(text);
    }
    expect(context.pages()).toEqual([page]);
    await expect(page).toHaveURL('/');
    await field(page).fill('Hello');
    const { origin } = new URL(page.url());
    expect(requested.filter((url) => new URL(url).origin !== origin || url.includes('/sounds/'))).toEqual([]);
  },
);

test(
  'a shopper closes the chat by Escape or by a click outside it, and finds the unsent text there again, also on another page',
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
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome To Commercial Arm');
    await button(page).click();
    await expect(field(page)).toHaveValue('Half a sen');
    await page.goBack();
    await expect(page).toHaveURL('/shop-grid-standard');
    await expect(chat(page)).toBeVisible();
    await expect(field(page)).toHaveValue('Half a sen');
  },
);

test('a shopper sees an error when the code of the chat does not load, and opens the chat at the next try', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/overlay-content/);
  await page.route('**/assets/overlay-content-*.js', (route) => route.abort());
  await open(page, '/');
  await button(page).click();
  await expect(page.getByRole('alert')).toContainText('We can’t reach the shop');
  await page.unroute('**/assets/overlay-content-*.js');
  await button(page).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await openChat(page);
});

test.describe('in dark mode, with reduced motion', () => {
  test.use({ colorScheme: 'dark', contextOptions: { reducedMotion: 'reduce' } });

  test('a shopper reads the chat with enough contrast and without animations', async ({ page }) => {
    await stubMessagingApp(page);
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

/** The chat, the toasts, the button to the top and, on a phone, the bar to add to the cart. */
const expectFloatingPartsApart = async (page: Page, width: number): Promise<void> => {
  await addToCart(page);
  await page.evaluate(() => window.scrollTo(0, 1600));
  const toTop = page.getByRole('button', { name: 'Back to the top' });
  await expect(toTop).toBeVisible();
  const bar = page.getByRole('region', { name: 'Add this to your cart' });
  if (width < 768) await expect(bar).toBeInViewport();
  for (const other of [toTop, toaster(page), ...(width < 768 ? [bar] : [])]) await expectApart(button(page), other);
  await expectApart(toTop, toaster(page));

  // The end of the page can be scrolled clear of the floating buttons.
  const last = page.getByRole('contentinfo').getByRole('link').last();
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    for (const floating of [button(page), toTop]) await expectApart(floating, last);
  }).toPass();

  await openChat(page);
  await expect(toTop).toBeHidden();
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
};

test('on every screen width, the chat, toasts, the button to the top and the bar to add to the cart do not overlap', async ({ page }) => {
  test.setTimeout(90_000);
  await open(page, '/product/coiled-jute-basket');
  await page.getByRole('radio', { name: 'Small' }).check();
  for (const [width, height] of [
    [320, 640],
    [768, 1024],
    [1440, 900],
  ] as const)
    await test.step(`${width} pixels`, async () => {
      await page.setViewportSize({ width, height });
      await expectFloatingPartsApart(page, width);
      await page.keyboard.press('Escape');
      await expect(chat(page)).toBeHidden();
      await page.evaluate(() => {
        document.documentElement.setAttribute('dir', 'ltr');
        window.scrollTo(0, 0);
      });
    });
});

/** Controls of the page that the chat or the button to the top lies over, at any scroll position of the first screens. */
const coveredControls = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const covered = new Set<string>();
    for (let top = 0; top < 4 * window.innerHeight; top += window.innerHeight / 3) {
      window.scrollTo(0, top);
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      const floating = [...document.querySelectorAll('.chat-button, .scroll-up')].map((element) => element.getBoundingClientRect());
      for (const control of document.querySelectorAll('main :is(a, button, input, select, summary)')) {
        const box = control.getBoundingClientRect();
        const isOver = floating.some(
          ({ left, right, top, bottom }) => box.left < right && box.right > left && box.top < bottom && box.bottom > top,
        );
        if (box.width > 0 && isOver) covered.add(control.textContent || control.outerHTML);
      }
    }
    return [...covered];
  });

for (const url of ['/product/stoneware-mug', '/shop-grid-standard', '/shop-grid-full-width', '/product-slider/stoneware-mug'])
  test(`the chat and the button to the top lie over no control of ${url}, on every screen width`, async ({ page }) => {
    await open(page, url);
    await expect(button(page)).toBeVisible();
    for (const width of [390, 768, 1024, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await coveredControls(page), `${width} pixels`).toEqual([]);
    }
  });
