import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect } from '@playwright/test';
import * as z from 'zod';
import type { Hold, Tab } from './tab.ts';

/** The queries of the screens' own tests, as one script for pages. */
const library = readFileSync(
  path.join(path.dirname(createRequire(import.meta.url).resolve('@testing-library/dom')), '@testing-library', 'dom.umd.min.js'),
  'utf8',
);

/** Where something stands in a page: an expression for the page that gives all elements there, and how to call it. */
export type Place = { readonly expression: string; readonly says: string };

type Words = string | RegExp;

const whole: Place = { expression: '[document.body]', says: 'the page' };
const inPage = (words: Words): string => (typeof words === 'string' ? JSON.stringify(words) : String(words));
const place = (within: Place, call: string, says: string): Place => ({
  expression: `${within.expression}.flatMap((each) => ${call})`,
  says: `${says} in ${within.says}`,
});
/** Labels and texts are found however a page hides them. */
const shown = 'filter((element) => element.checkVisibility({ visibilityProperty: true }))';

export const byRole = (role: string, name?: Words, within = whole): Place => {
  const options = name === undefined ? '{}' : `{ name: ${inPage(name)} }`;
  return place(
    within,
    `TestingLibraryDom.queryAllByRole(each, '${role}', ${options})`,
    name === undefined ? role : `${role} ${inPage(name)}`,
  );
};
export const byLabel = (label: Words, within = whole): Place =>
  place(within, `TestingLibraryDom.queryAllByLabelText(each, ${inPage(label)}).${shown}`, `field ${inPage(label)}`);
export const byText = (text: Words, within = whole): Place =>
  place(within, `TestingLibraryDom.queryAllByText(each, ${inPage(text)}).${shown}`, `text ${inPage(text)}`);
export const bySelector = (selector: string, within = whole): Place => place(within, `[...each.querySelectorAll('${selector}')]`, selector);

/** Where the shop tells what has happened: the last thing to come. */
const isAwake = `document.querySelector('[role="status"][aria-label="Messages"]') !== null`;

/** Somebody who shops in a tab, whatever its engine: finds things by what they are called, and waits for them. */
export type Shopper = {
  /** Opens an address of the shop and waits until the shop there can be used. */
  readonly open: (address: string) => Promise<void>;
  /** Goes to an address, whatever is there. */
  readonly goto: (address: string) => Promise<unknown>;
  readonly goBack: () => Promise<unknown>;
  readonly reload: () => Promise<void>;
  readonly click: (where: Place) => Promise<void>;
  readonly fill: (where: Place, text: string) => Promise<void>;
  readonly sees: (where: Place) => Promise<void>;
  /** Sees that something is not there, or not any more. What shows that its page has come is waited for before. */
  readonly misses: (where: Place) => Promise<void>;
  /** Waits for an address of the shop. */
  readonly isAt: (address: string | RegExp) => Promise<void>;
  /** What the elements say, as they stand. */
  readonly texts: (where: Place) => Promise<readonly string[]>;
  /** What an expression gives in the page as it stands. */
  readonly read: (expression: string) => Promise<unknown>;
};

export const shopperIn = (tab: Tab, shop: string): Shopper => {
  const bringLibrary = async (): Promise<void> => {
    if ((await tab.ask("return 'TestingLibraryDom' in window")) === false) await tab.ask(`${library}\n return true`);
  };
  // Once more, where the page has gone away meanwhile, or what was found in it.
  const read = async (expression: string): Promise<unknown> => {
    let answer: unknown;
    await expect(async () => {
      await bringLibrary();
      answer = await tab.ask(`return ${expression}`);
    }).toPass();
    return answer;
  };
  const act = ({ expression, says }: Place, how: (element: Hold) => Promise<unknown>): Promise<void> =>
    expect(async () => {
      await bringLibrary();
      const element = await tab.find(`return ${expression}[0]`);
      if (element === undefined) throw new Error(`There is no ${says}.`);
      await how(element);
    }).toPass();
  const awakes = (): Promise<void> => expect.poll(() => read(isAwake)).toBe(true);

  return {
    open: async (address) => {
      await tab.goto(`${shop}${address}`);
      await awakes();
    },
    goto: (address) => tab.goto(`${shop}${address}`),
    goBack: tab.goBack,
    reload: async () => {
      await tab.reload();
      await awakes();
    },
    click: (where) => act(where, (element) => element.click()),
    fill: (where, text) => act(where, (element) => element.fill(text)),
    sees: ({ expression, says }) => expect.poll(() => read(`${expression}.length`), `sees ${says}`).not.toBe(0),
    misses: ({ expression, says }) => expect.poll(() => read(`${expression}.length`), `misses ${says}`).toBe(0),
    isAt: (address) => {
      const polled = expect.poll(() => read('location.pathname + location.search'));
      return typeof address === 'string' ? polled.toBe(address) : polled.toMatch(address);
    },
    texts: async ({ expression }) => z.array(z.string()).parse(await read(`${expression}.map((each) => each.textContent.trim())`)),
    read,
  };
};
