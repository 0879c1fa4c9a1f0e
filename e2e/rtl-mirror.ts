import { expect, type Page } from '@playwright/test';

/**
 * What does not lie where its mirror image would: every box of the page is measured from the right and, with the very same words,
 * from the left. Runs of text and what stands in them are left out, because words stay in their order; so is the hero's text, which
 * does not go over its picture when that is on the other side.
 */
const unmirrored = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { documentElement: html } = document;
    const hasWords = (element: Element | null): boolean =>
      [...(element?.childNodes ?? [])].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '');
    const isRun = (element: Element): boolean => {
      const { display } = getComputedStyle(element);
      return display === 'inline' || (display.startsWith('inline') && hasWords(element.parentElement));
    };
    const parts = [...document.querySelectorAll('header *, main, main *, footer *')].filter(
      (element) =>
        !isRun(element) &&
        element.closest('svg, option, bdi, .visually-hidden, .hero-text') === null &&
        !(element.parentElement && isRun(element.parentElement)),
    );
    const measure = (dir: 'ltr' | 'rtl') => {
      html.dir = dir;
      return parts.map((part) => part.getBoundingClientRect());
    };
    const before = html.dir;
    const [mirrored, straight] = [measure('rtl'), measure('ltr')];
    html.dir = before;
    if (parts.length === 0) return ['There is nothing to measure.'];
    return parts.flatMap((part, at) => {
      const [one, other] = [mirrored[at], straight[at]];
      if (!one || !other || one.width === 0) return [];
      const off = Math.round(Math.abs(html.clientWidth - one.right - other.left) + Math.abs(one.width - other.width));
      return off > 3 ? [`${part.tagName.toLowerCase()}.${part.getAttribute('class') ?? ''}: ${off} px`] : [];
    });
  });

/** Written from the right, the page as it stands is its own mirror image, and nothing of it stands out beyond the sides. */
export const expectMirrored = async (page: Page, about?: string): Promise<void> => {
  expect(await unmirrored(page), about).toEqual([]);
  const out = await page.evaluate(() => {
    const { documentElement: html } = document;
    const before = html.dir;
    html.dir = 'rtl';
    const beyond = html.scrollWidth - window.innerWidth;
    html.dir = before;
    return beyond;
  });
  expect(out, about).toBeLessThanOrEqual(0);
};
