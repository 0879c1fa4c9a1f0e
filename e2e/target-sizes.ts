import type { Page } from '@playwright/test';
import { expect } from '#e2e/fixtures.ts';

/** For a thumb, in CSS pixels. */
const leastSize = 44;

/** What may be smaller, beside links in sentences, whose lines set their height (WCAG 2.5.8): the skip link, which is for keyboards. */
const exceptions = '.skip-link';

/** One line for each control of the page that is smaller than a thumb. */
const findSmall = (page: Page): Promise<string[]> =>
  page.locator('body').evaluate(
    (root, { least, excepted }) => {
      const controls = 'a[href], button, input:not([type="hidden"]), select, textarea, summary';
      type Box = { readonly width: number; readonly height: number };
      const isShown = (element: Element): boolean => {
        const { width, height } = element.getBoundingClientRect();
        // A field for a file is transparent, over what it looks like.
        return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
      };
      /** The card that a link covers by its `::after`. */
      const cardOf = (control: Element): Element | undefined => {
        const { content, position } = getComputedStyle(control, '::after');
        if (content === 'none' || position !== 'absolute') return undefined;
        let card: Element | null = control;
        while (card && getComputedStyle(card).position === 'static') card = card.parentElement;
        return card ?? undefined;
      };
      const boxesOf = (control: Element): Box[] => {
        const labels = 'labels' in control && control.labels instanceof NodeList ? [...control.labels] : [];
        return [control, ...labels, cardOf(control)]
          .filter((element) => element instanceof Element)
          .filter(isShown)
          .map((element) => element.getBoundingClientRect());
      };
      const isLarge = ({ width, height }: Box): boolean => Math.round(width) >= least && Math.round(height) >= least;
      /** A link on a line with other text than links. */
      const isInSentence = (control: Element): boolean => {
        if (!(control instanceof HTMLAnchorElement) || getComputedStyle(control).display !== 'inline') return false;
        const line = control.closest('p, li, dd, dt, td, th, div, address')?.cloneNode(true);
        if (!(line instanceof Element)) return false;
        for (const each of line.querySelectorAll(`${controls}, .visually-hidden`)) each.remove();
        return (line.textContent ?? '').trim() !== '';
      };
      /** Phones zoom into a field with smaller letters than 16 px. */
      const zooms = (control: Element): boolean => {
        const isText = control.matches('textarea, select, input:not([type="checkbox"], [type="radio"], [type="file"])');
        return isText && Number.parseFloat(getComputedStyle(control).fontSize) < 16;
      };
      return [...root.querySelectorAll(controls)]
        .filter((control) => !control.matches(excepted) && control.closest('[inert], [aria-hidden="true"]') === null)
        .map((control) => ({ control, boxes: boxesOf(control) }))
        .filter(({ control, boxes }) => boxes.length > 0 && (zooms(control) || (!boxes.some(isLarge) && !isInSentence(control))))
        .map(({ control, boxes }) => {
          const sizes = boxes.map(({ width, height }) => `${Math.round(width)}×${Math.round(height)}`);
          return `${sizes.join(', ')}: ${control.outerHTML.slice(0, 140)}`;
        });
    },
    { least: leastSize, excepted: exceptions },
  );

/** Every control of the page, on a phone, is large enough for a thumb, and no field has letters so small that the page would zoom. */
export const expectLargeTargets = async (page: Page): Promise<void> => {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  // Again after a fault, because what a width shows may come a frame later.
  await expect.poll(() => findSmall(page), `smaller than ${leastSize} px on ${page.url()}`).toEqual([]);
  if (size) await page.setViewportSize(size);
};
