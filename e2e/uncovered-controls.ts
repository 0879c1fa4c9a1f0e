import type { Locator, Page } from '@playwright/test';
import { expect } from '#e2e/fixtures.ts';
import { isQuick } from '#tests/quick.ts';

/** A phone and a desktop, and by `npm run test:all` a narrow phone and a tablet. */
export const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
  ...(isQuick
    ? []
    : [
        { width: 320, height: 640 },
        { width: 768, height: 1024 },
      ]),
];

/** One line for each control of this part of the page that a press on its middle does not reach, wherever it is scrolled to. */
const findCovered = (part: Locator): Promise<string[]> =>
  part.evaluate((root) => {
    // The skip link is out of the page until it has the focus.
    const controls =
      'a[href]:not(.skip-link), button:enabled, input:enabled:not([type="hidden"]), select:enabled, textarea:enabled, summary';
    // Not what is for screen readers alone, nor what shows on hover or focus only.
    const isShown = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    // A hidden checkbox or radio button is pressed by its label.
    const pressedOf = (control: Element): Element | undefined => {
      const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
      return [control, ...labels].find(isShown);
    };
    const isReached = (control: Element, pressed: Element): boolean => {
      // Of a link on several lines, the longest.
      const [longest] = [...pressed.getClientRects()].toSorted((one, other) => other.width - one.width);
      const { left, right, top, bottom } = longest ?? pressed.getBoundingClientRect();
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (!hit) return false;
      if (control.contains(hit) || pressed.contains(hit) || hit.closest('label')?.control === control) return true;
      return control instanceof HTMLAnchorElement && hit.closest('a')?.href === control.href;
    };
    const isCovered = (control: Element): boolean => {
      const pressed = pressedOf(control);
      if (!pressed || control.closest('[inert], [aria-hidden="true"]')) return false;
      return !(['center', 'start', 'end'] as const).some((block) => {
        pressed.scrollIntoView({ block, inline: 'center', behavior: 'instant' });
        return isReached(control, pressed);
      });
    };
    const covered = [...root.querySelectorAll(controls)].filter(isCovered).map((control) => control.outerHTML.slice(0, 160));
    window.scrollTo({ top: 0, behavior: 'instant' });
    return covered;
  });

/** Nothing lies over the middle of a link, a button or a field of this part of the page. */
export const expectUncovered = async (part: Locator): Promise<void> => {
  // Again after a fault, because what a width shows may come a frame later.
  await expect.poll(() => findCovered(part), `covered at ${part.page().viewportSize()?.width} px on ${part.page().url()}`).toEqual([]);
};

/** The same of a whole page at each size. */
export const expectNothingCovered = async (page: Page): Promise<void> => {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectUncovered(page.locator('body'));
  }
};
