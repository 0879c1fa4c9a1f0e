import { type Page, test } from '@playwright/test';

/** The most lines of a page's description, so that a report stays readable. */
const maxScreenLines = 120;

const describeTimeoutMs = 5000;

/** What a page shows, and what it loaded last. Playwright's own snapshot is of a context's first page, which is not the test's. */
const describePage = async (page: Page): Promise<string> => {
  // `page.evaluate` has no timeout, and would wait for a page that hangs.
  const loaded = page.locator('html').evaluate(
    () => {
      const last = performance.getEntriesByType('resource').slice(-8);
      const lines = last.map(({ name, startTime, duration }) => `${Math.round(startTime)} ms, took ${Math.round(duration)} ms: ${name}`);
      return [`${document.title}, ${document.readyState}, open for ${Math.round(performance.now())} ms`, ...lines].join('\n');
    },
    undefined,
    { timeout: describeTimeoutMs },
  );
  const shown = page.locator('body').ariaSnapshot({ timeout: describeTimeoutMs });
  const [resources = '', screen = ''] = await Promise.all([loaded, shown].map((part) => part.catch((cause: unknown) => String(cause))));
  return [page.url(), resources, ...screen.split('\n').slice(0, maxScreenLines)].join('\n');
};

/**
 * When the test has failed, attaches to its report what these pages show, as text and as screenshots. Playwright's own screenshots would be
 * of the pages that keep contexts warm, too, and of those of a closed context also when the test passes.
 */
export const attachWhenFailed = async (pages: readonly Page[]): Promise<void> => {
  const info = test.info();
  if (info.status === info.expectedStatus) return;
  for (const page of pages) {
    await info.attach('page', { body: await describePage(page), contentType: 'text/plain' });
    const number = info.attachments.filter(({ name }) => name === 'screenshot').length + 1;
    const file = info.outputPath(`screenshot-${number}.png`);
    const wasTaken = await page.screenshot({ path: file, timeout: describeTimeoutMs }).then(
      () => true,
      () => false,
    );
    if (wasTaken) info.attachments.push({ name: 'screenshot', path: file, contentType: 'image/png' });
  }
};
