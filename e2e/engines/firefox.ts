import puppeteer, { type ElementHandle } from 'puppeteer-core';
import { type Engine, type Hold, type Tab, windowSize } from './tab.ts';

const holdOf = (handle: ElementHandle<Element>): Hold => ({
  click: async () => {
    // A list of choices opens outside the page, where no mouse of a test gets to.
    const option = await handle.evaluate((element) => (element instanceof HTMLOptionElement ? element.value : undefined));
    if (option === undefined) return handle.click();
    const list = await handle.evaluateHandle((element) => element.closest('select'));
    return list.asElement()?.select(option);
  },
  fill: async (text) => {
    await handle.click({ count: 3 });
    await handle.type(text);
  },
});

/** Starts Firefox, which speaks WebDriver BiDi itself. */
export const startFirefox = async (executablePath: string): Promise<Engine> => {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true, defaultViewport: windowSize });

  const openTab = async (): Promise<Tab> => {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    return {
      goto: (address) => page.goto(address),
      // Not page.goBack(): it waits for the page to load, which one out of the back/forward cache has done long before.
      goBack: () => page.evaluate('history.back()'),
      reload: () => page.reload(),
      ask: (lines) => page.evaluate(`(() => {${lines}})()`),
      find: async (lines) => {
        // Where there is none, it is a handle all the same: of nothing.
        const handle = await page.evaluateHandle<[], () => Element>(`(() => {${lines}})()`);
        return handle.asElement() ? holdOf(handle) : undefined;
      },
      picture: () => page.screenshot(),
      complaints,
      close: () => context.close(),
    };
  };

  return { openTab, close: () => browser.close() };
};
