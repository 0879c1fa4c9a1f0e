import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect } from '@playwright/test';
import * as z from 'zod';
import type { ElementHandle, Tab } from './tab.ts';

/** Testing Library's queries as a script for the page. */
const testingLibrary = readFileSync(
  path.join(path.dirname(createRequire(import.meta.url).resolve('@testing-library/dom')), '@testing-library', 'dom.umd.min.js'),
  'utf8',
);

/** A query: an expression that returns the matching elements in the page, and its description for error messages. */
export type Query = { readonly expression: string; readonly description: string };

type Text = string | RegExp;

const page: Query = { expression: '[document.body]', description: 'the page' };
const toSource = (text: Text): string => (typeof text === 'string' ? JSON.stringify(text) : String(text));
const query = (within: Query, call: string, description: string): Query => ({
  expression: `${within.expression}.flatMap((each) => ${call})`,
  description: `${description} in ${within.description}`,
});
/** Queries by label and text also match hidden elements. */
const visible = 'filter((element) => element.checkVisibility({ visibilityProperty: true }))';

export const byRole = (role: string, name?: Text, within = page): Query => {
  const options = name === undefined ? '{}' : `{ name: ${toSource(name)} }`;
  return query(
    within,
    `TestingLibraryDom.queryAllByRole(each, '${role}', ${options})`,
    name === undefined ? role : `${role} ${toSource(name)}`,
  );
};
export const byLabel = (label: Text, within = page): Query =>
  query(within, `TestingLibraryDom.queryAllByLabelText(each, ${toSource(label)}).${visible}`, `field ${toSource(label)}`);
export const byText = (text: Text, within = page): Query =>
  query(within, `TestingLibraryDom.queryAllByText(each, ${toSource(text)}).${visible}`, `text ${toSource(text)}`);
export const bySelector = (selector: string, within = page): Query => query(within, `[...each.querySelectorAll('${selector}')]`, selector);

/** Scrolls, because lazy parts load at the first sign of use; the toaster is the last of them to mount. */
const isHydrated = `dispatchEvent(new Event('scroll')), document.querySelector('[role="status"][aria-label="Messages"]') !== null`;

/** A tab with Testing Library's queries, the same in every engine. Every method retries until its time-out. */
export type Shopper = {
  /** Loads a path of the shop and waits for hydration. */
  readonly open: (path: string) => Promise<void>;
  /** Loads a path of the shop without waiting for hydration. */
  readonly goto: (path: string) => Promise<void>;
  readonly goBack: () => Promise<unknown>;
  readonly reload: () => Promise<void>;
  readonly click: (query: Query) => Promise<void>;
  readonly fill: (query: Query, text: string) => Promise<void>;
  readonly expectPresent: (query: Query) => Promise<void>;
  /** Passes as soon as nothing matches: first wait for something that proves that the page has loaded. */
  readonly expectAbsent: (query: Query) => Promise<void>;
  /** Expects the path and query of the URL. */
  readonly expectUrl: (url: string | RegExp) => Promise<void>;
  /** The current texts of the matching elements. */
  readonly texts: (query: Query) => Promise<readonly string[]>;
  /** The value of an expression in the page. */
  readonly evaluate: (expression: string) => Promise<unknown>;
};

export const shopperIn = (tab: Tab, shop: string): Shopper => {
  const injectLibrary = async (): Promise<void> => {
    if ((await tab.evaluate("return 'TestingLibraryDom' in window")) === false) await tab.evaluate(`${testingLibrary}\n return true`);
  };
  // Retried, because the document or the element may be replaced meanwhile.
  const evaluate = async (expression: string): Promise<unknown> => {
    let value: unknown;
    await expect(async () => {
      await injectLibrary();
      value = await tab.evaluate(`return ${expression}`);
    }).toPass();
    return value;
  };
  const actOn = ({ expression, description }: Query, action: (element: ElementHandle) => Promise<unknown>): Promise<void> =>
    expect(async () => {
      await injectLibrary();
      const element = await tab.findElement(`return ${expression}[0]`);
      if (element === undefined) throw new Error(`There is no ${description}.`);
      await action(element);
    }).toPass();
  /** Runs a script that leaves the document, and waits until the next one is there. No driver's own way: those wait for the page to load. */
  const leaveBy = async (script: string): Promise<void> => {
    await tab.evaluate(`window.isLeft = true; ${script}`);
    await expect.poll(() => tab.evaluate("return 'isLeft' in window").catch(String)).toBe(false);
  };
  const goto = (path: string): Promise<void> => leaveBy(`location.href = ${JSON.stringify(shop + path)}`);
  const expectHydrated = (): Promise<void> => expect.poll(() => evaluate(isHydrated)).toBe(true);

  return {
    open: async (path) => {
      await goto(path);
      await expectHydrated();
    },
    goto,
    // Without waiting for another document: one from the back/forward cache may have been left by this script, too.
    goBack: () => tab.evaluate('history.back()'),
    reload: async () => {
      await leaveBy('location.reload()');
      await expectHydrated();
    },
    click: (query) => actOn(query, (element) => element.click()),
    fill: (query, text) => actOn(query, (element) => element.fill(text)),
    expectPresent: ({ expression, description }) => expect.poll(() => evaluate(`${expression}.length`), description).not.toBe(0),
    expectAbsent: ({ expression, description }) => expect.poll(() => evaluate(`${expression}.length`), `no ${description}`).toBe(0),
    expectUrl: (url) => {
      const polled = expect.poll(() => evaluate('location.pathname + location.search'));
      return typeof url === 'string' ? polled.toBe(url) : polled.toMatch(url);
    },
    texts: async ({ expression }) => z.array(z.string()).parse(await evaluate(`${expression}.map((each) => each.textContent.trim())`)),
    evaluate,
  };
};
