import { expect, type Page } from '@playwright/test';

/**
 * Measures every box with `dir=rtl` and `dir=ltr` and returns those that are not mirrored to within 3 px, and by how much the page
 * overflows in right-to-left. Left out: inline text and its children, whose order does not change, and the hero's text, which does not
 * overlap the picture in right-to-left.
 */
const findUnmirrored = (page: Page): Promise<{ readonly unmirrored: readonly string[]; readonly overflow: number }> =>
  page.evaluate(() => {
    const { documentElement: html } = document;
    const hasText = (element: Element | null): boolean =>
      [...(element?.childNodes ?? [])].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '');
    const isInlineText = (element: Element): boolean => {
      const { display } = getComputedStyle(element);
      return display === 'inline' || (display.startsWith('inline') && hasText(element.parentElement));
    };
    const boxes = [...document.querySelectorAll('header *, main, main *, footer *')].filter(
      (element) =>
        !isInlineText(element) &&
        element.closest('svg, option, bdi, .visually-hidden, .hero-text') === null &&
        !(element.parentElement && isInlineText(element.parentElement)),
    );
    const measure = (dir: 'ltr' | 'rtl') => {
      html.dir = dir;
      return boxes.map((box) => box.getBoundingClientRect());
    };
    const previousDir = html.dir;
    const rightToLeft = measure('rtl');
    const overflow = html.scrollWidth - window.innerWidth;
    const leftToRight = measure('ltr');
    html.dir = previousDir;
    if (boxes.length === 0) return { unmirrored: ['There is nothing to measure.'], overflow };
    const unmirrored = boxes.flatMap((box, index) => {
      const rtl = rightToLeft[index];
      const ltr = leftToRight[index];
      if (!rtl || !ltr || rtl.width === 0) return [];
      const offset = Math.round(Math.abs(html.clientWidth - rtl.right - ltr.left) + Math.abs(rtl.width - ltr.width));
      return offset > 3 ? [`${box.tagName.toLowerCase()}.${box.getAttribute('class') ?? ''}: ${offset} px`] : [];
    });
    return { unmirrored, overflow };
  });

/** With `dir=rtl` the page is mirrored and does not overflow sideways. */
export const expectMirrored = async (page: Page, about?: string): Promise<void> => {
  const { unmirrored, overflow } = await findUnmirrored(page);
  expect(unmirrored, about).toEqual([]);
  expect(overflow, about).toBeLessThanOrEqual(0);
};
