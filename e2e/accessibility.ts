import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Locator, type Page } from '@playwright/test';
import type { default as Axe, RunOnly } from 'axe-core';

declare global {
  var axe: typeof Axe;
}

/** The minified build takes half of the time to parse. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * axe reports no violation. Its script is injected once per document; the shop has no frames, so one injection is enough.
 * Only violations are collected: building the list of passes would double the time.
 */
const expectNoViolation = async (page: Page, runOnly: RunOnly): Promise<void> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const violations = await page.evaluate(
    async (options) => {
      // Observers may render up to two frames later, and a contrast cannot be measured during a fade.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      // Not by their promises: one of an animation that is paused or taken from the page meanwhile may never settle. An endless one does not count.
      const isFading = () =>
        document
          .getAnimations()
          .some(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
      while (isFading()) await new Promise(requestAnimationFrame);
      const found = await axe.run(options);
      return found.violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`);
    },
    { runOnly, resultTypes: ['violations' as const] },
  );
  expect(violations).toEqual([]);
};

/** axe finds no violation of WCAG 2.2 AA or of its best practices in the current state of the page. */
export const expectAccessible = async (page: Page): Promise<void> => {
  // The URL changes before the lazy screen has rendered.
  await expect(page.locator('h1')).not.toHaveCount(0);
  await expectNoViolation(page, { type: 'tag', values: rules });
};

/** Every text has enough contrast (WCAG 1.4.3), and every link within a text can be told from it (1.4.1): all that depends on colours. */
export const expectReadableColours = (page: Page): Promise<void> =>
  expectNoViolation(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] });

/** Presses Tab, or Shift+Tab, until the control has the focus; fails after 120 presses. */
export const tabTo = async (page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  // Not by the locator each time: a query by role and name computes those of the whole page.
  let element = await control.elementHandle();
  for (let press = 0; press < 120; press += 1) {
    const state = await element?.evaluate((each) => ({ isFocused: each === document.activeElement, isRemoved: !each.isConnected }));
    if (state?.isFocused) return;
    if (state?.isRemoved) element = await control.elementHandle();
    else await page.keyboard.press(key);
  }
  await expect(control).toBeFocused();
};

/**
 * In the page: marks every tab stop with `data-stop`, and, on each focus, whether the focus is visible (`data-shown`) or hidden below
 * something else (`data-covered`). Returns the number of tab stops.
 */
const startFocusSweep = (page: Page): Promise<number> =>
  page.evaluate(() => {
    for (const mark of ['stop', 'shown', 'covered', 'focused'])
      for (const element of document.querySelectorAll(`[data-${mark}]`)) element.removeAttribute(`data-${mark}`);
    // A focus ring in transition would not differ yet when its style is read.
    const noTransitions = new CSSStyleSheet();
    noTransitions.replaceSync('*, *::before, *::after { transition: none !important; scroll-behavior: auto !important; }');
    document.adoptedStyleSheets.push(noTransitions);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    document.getSelection()?.removeAllRanges();
    const focusable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
    // A radio group is one tab stop; arrow keys move inside it.
    const isStop = (element: Element): boolean =>
      element.getAttribute('tabindex') !== '-1' &&
      !element.matches(':disabled, [type="radio"]:not(:checked)') &&
      !element.closest('[inert], [aria-hidden="true"]') &&
      element.checkVisibility({ visibilityProperty: true });
    const stops = [...document.querySelectorAll(focusable)].filter(isStop);
    for (const stop of stops) stop.setAttribute('data-stop', '');
    const ringOf = (element: Element, pseudo?: string): string => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element, pseudo);
      return [outlineStyle === 'none' ? '' : outlineWidth + outlineColor, boxShadow].join(' ');
    };
    // A parent, grandparent or next sibling may draw the focus ring for a control.
    const ringsOf = (element: Element): string => {
      const relatives = [element.parentElement, element.parentElement?.parentElement, element.nextElementSibling];
      return [ringOf(element), ringOf(element, '::after'), ...relatives.map((each) => (each ? ringOf(each) : ''))].join('|');
    };
    const unfocused = new Map(stops.map((stop) => [stop, ringsOf(stop)]));
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement)) return;
      if (unfocused.get(target) !== ringsOf(target)) target.setAttribute('data-shown', '');
      const { left, right, top, bottom } = target.getBoundingClientRect();
      const points = [0.1, 0.5, 0.9].flatMap((x) =>
        [0.1, 0.5, 0.9].map((y) => [left + (right - left) * x, top + (bottom - top) * y] as const),
      );
      const isUncovered = points.some(([x, y]) => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && (target.contains(hit) || hit.contains(target) || target.parentElement?.contains(hit));
      });
      if (!isUncovered) target.setAttribute('data-covered', '');
      target.removeAttribute('data-stop');
      target.setAttribute('data-focused', '');
    };
    document.addEventListener('focusin', onFocus);
    document.addEventListener('sweep-ends', () => document.removeEventListener('focusin', onFocus), { once: true });
    return stops.length;
  });

/** In the page: ends the sweep and returns one line for each control that failed it. */
const endFocusSweep = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    document.dispatchEvent(new Event('sweep-ends'));
    window.scrollTo(0, 0);
    const list = (problem: string, selector: string): string[] =>
      [...document.querySelectorAll(selector)].map((element) => `${problem}: ${element.outerHTML.slice(0, 160)}`);
    return [
      ...list('not reached', '[data-stop]'),
      ...list('focus not shown', '[data-focused]:not([data-shown])'),
      ...list('covered', '[data-covered]'),
    ];
  });

/** Tab reaches every control; each shows its focus and is not covered while it has it (WCAG 2.1.1, 2.4.7, 2.4.11). */
export const expectAllKeyboardReachable = async (page: Page): Promise<void> => {
  const stops = await startFocusSweep(page);
  // Straight to the browser, and without awaiting each: the next evaluate comes after them all. Tab acts on the press of its key alone.
  const browser = await page.context().newCDPSession(page);
  const tab = { type: 'rawKeyDown', key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 } as const;
  const pressTab = (times: number) => Promise.all(Array.from({ length: times }, () => browser.send('Input.dispatchKeyEvent', tab)));
  // Six more than there are stops, because the first presses may leave the document and enter it again.
  await pressTab(stops + 6);
  // A menu that opens when it gets the focus adds stops of its own.
  for (let more = 0; more < 3 && (await page.locator('[data-stop]').count()) > 0; more += 1) await pressTab(10);
  await browser.detach();
  expect(await endFocusSweep(page)).toEqual([]);
};
