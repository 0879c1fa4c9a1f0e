import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { byRole, bySelector, byText, type Query } from './shopper.ts';

const main = byRole('main');
const add = byRole('button', 'Add to cart', bySelector('.buy-box'));
const attribute = ({ expression }: Query, name: string): string => `${expression}[0]?.getAttribute('${name}')`;

test('a shopper who chooses a colour and presses Add twice before hydration has one unit of that colour in the cart', async ({
  shopperOnLine: shopper,
  line,
}) => {
  const release = line.hold(/\/assets\/foundation-/);
  await shopper.goto('/product/bud-vase');
  await shopper.click(byRole('radio', 'Sage', main));
  await shopper.click(add);
  await expect.poll(() => shopper.evaluate(attribute(add, 'aria-busy'))).toBe('true');
  await shopper.click(add);
  release();
  await shopper.expectPresent(byText('You have 1 in your cart', main));
  await shopper.expectUrl('/product/bud-vase?colour=Sage');
  await shopper.click(byRole('button', 'Cart, 1 line'));
  const lines = byRole('listitem', undefined, byRole('region', 'Your cart'));
  await expect.poll(() => shopper.texts(lines)).toEqual([expect.stringContaining('Colour: Sage')]);
});

// WebKit remembers that a script failed, also after a reload, until its URL is fetched in another way.
for (const script of ['index', 'foundation'])
  test(`a shopper whose ${script} script does not come sees one reload and a note before hydration, and uses the page after Try again`, async ({
    shopperOnLine: shopper,
    line,
    allowErrors,
  }) => {
    allowErrors(/Loading module from|loading dynamically imported module|downloadable font/);
    const document = /^\/product\/beech-rolling-pin$/;
    const tryAgain = byRole('link', 'Try again', byRole('alert'));
    const bringBack = line.fail(new RegExp(`/assets/${script}-`));
    await shopper.goto('/product/beech-rolling-pin');
    await shopper.expectPresent(tryAgain);
    expect(line.count(document)).toBe(2);
    bringBack();
    await shopper.click(tryAgain);
    await shopper.expectPresent(byRole('status', 'Messages'));
    expect(line.count(document)).toBe(3);
    await shopper.expectAbsent(tryAgain);
    await shopper.click(add);
    await shopper.expectPresent(byText('You have 1 in your cart', main));
  });

test('a shopper whose screen does not come before hydration sees one reload and an error, and gets the screen by Try again', async ({
  shopperOnLine: shopper,
  line,
  allowErrors,
}) => {
  allowErrors(/Loading module from|loading dynamically imported module|Loading the screen failed|downloadable font/);
  const bringBack = line.fail(/\/assets\/cart-screen-/);
  await shopper.goto('/cart');
  // The error shows until the reload, too.
  await expect.poll(() => shopper.evaluate("performance.getEntriesByType('navigation')[0].type")).toBe('reload');
  await shopper.expectPresent(byRole('heading', 'Unexpected Application Error!'));
  expect(line.count(/^\/cart$/)).toBe(2);
  bringBack();
  await shopper.click(byRole('button', 'Try again'));
  await shopper.expectPresent(byText('No items added to cart', main));
});
