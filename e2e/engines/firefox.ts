import puppeteer, { type ElementHandle as PuppeteerHandle } from 'puppeteer-core';
import { type ElementHandle, type Engine, type Tab, windowSize } from './tab.ts';

const toElementHandle = (handle: PuppeteerHandle<Element>): ElementHandle => ({
  click: async () => {
    // The list of a select opens outside the page, where clicks of a test do not arrive.
    const option = await handle.evaluate((element) => (element instanceof HTMLOptionElement ? element.value : undefined));
    if (option === undefined) return handle.click();
    const select = await handle.evaluateHandle((element) => element.closest('select'));
    return select.asElement()?.select(option);
  },
  fill: async (text) => {
    await handle.click({ count: 3 });
    await handle.type(text);
  },
});

/** Starts Firefox, driven through WebDriver BiDi. */
export const startFirefox = async (executablePath: string): Promise<Engine> => {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true, defaultViewport: windowSize });

  const openTab = async (): Promise<Tab> => {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    const uncaughtErrors: string[] = [];
    page.on('pageerror', (error) => uncaughtErrors.push(String(error)));
    return {
      evaluate: (functionBody) => page.evaluate(`(() => {${functionBody}})()`),
      findElement: async (functionBody) => {
        // Without an element this is a handle of `undefined`.
        const handle = await page.evaluateHandle<[], () => Element>(`(() => {${functionBody}})()`);
        return handle.asElement() ? toElementHandle(handle) : undefined;
      },
      screenshot: () => page.screenshot(),
      uncaughtErrors,
      close: () => context.close(),
    };
  };

  return { openTab, close: () => browser.close() };
};
