import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { recover } from '#shared/recovery.ts';

const file = 'https://shop.test/assets/filter-drawer-1a2b.js';
const cause = new TypeError(`Failed to fetch dynamically imported module: ${file}`);
const reload = vi.fn();
const entry = (name: string) => `<script type="module" src="/assets/${name}"></script>`;
const found = () => new Response('export {}', { headers: { 'Content-Type': 'text/javascript' } });
const gone = () => new Response('Not found', { status: 404 });

beforeEach(() => {
  reload.mockClear();
  vi.stubGlobal('location', { ...window.location, href: 'https://shop.test/', reload });
  const script = document.createRange().createContextualFragment(entry('index-old.js')).firstElementChild;
  if (script) document.head.append(script);
  onTestFinished(() => script?.remove());
});

/** What the shop answers for its home page and for the file; undefined: nothing. */
const theShopAnswers = (home: (() => Response) | undefined, script: (() => Response) | undefined) =>
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = url === '/' ? home : script;
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
const sameBuild = () => new Response(entry('index-old.js'));
const newBuild = () => new Response(entry('index-new.js'));

/** A form in the page with a text in it. */
const typeInto = (html: string) => {
  const form = document.createRange().createContextualFragment(html).firstElementChild;
  if (form) document.body.append(form);
  onTestFinished(() => form?.remove());
};

test('a script that a deployment has removed is an update of the shop, and the page reloads once', async () => {
  theShopAnswers(newBuild, gone);
  expect(await recover(cause)).toEqual({ status: 'updated' });
  expect(reload).toHaveBeenCalledTimes(1);
  expect(await recover(cause)).toEqual({ status: 'updated' });
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page that misses two scripts of a deployment reloads once, not for each of them in turns', async () => {
  theShopAnswers(sameBuild, gone);
  const other = new TypeError(`Failed to fetch dynamically imported module: ${file.replace('filter-drawer', 'menu')}`);
  for (const missing of [cause, other, cause, other]) expect(await recover(missing)).toEqual({ status: 'updated' });
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a script in place of which a static host sends its HTML document counts as an update of the shop', async () => {
  theShopAnswers(sameBuild, () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } }));
  expect(await recover(cause)).toEqual({ status: 'updated' });
});

test('translations that did not load because the script that fetches them is gone count as an update of the shop', async () => {
  theShopAnswers(newBuild, () => new Response('{}', { headers: { 'Content-Type': 'application/json' } }));
  expect(await recover(new Error('Loading the texts failed: https://shop.test/locales/en/cart.json'))).toEqual({ status: 'updated' });
});

test('a script that could not be fetched counts as an update where the browser’s error names no URL, if the shop can be reached', async () => {
  theShopAnswers(sameBuild, undefined);
  expect(await recover(new TypeError('Importing a module script failed.'))).toEqual({ status: 'updated' });
});

test.each([
  ['the shop cannot be reached', undefined, undefined],
  ['the shop answers that it is busy', () => new Response('', { status: 503 }), () => new Response('', { status: 503 })],
  ['the script could not be fetched a moment ago', sameBuild, found],
])('a script that did not load because %s can be tried again, without a reload', async (_, home, script) => {
  theShopAnswers(home, script);
  expect(await recover(cause)).toEqual({ status: 'network' });
  expect(reload).not.toHaveBeenCalled();
});

test.each(['<form><textarea>My mug is broken</textarea></form>', '<form><input type="search" name="q" value="mug"></form>'])(
  'a page in which something is typed is not reloaded by itself (%s)',
  async (html) => {
    theShopAnswers(newBuild, gone);
    typeInto(html);
    expect(await recover(cause)).toEqual({ status: 'updated' });
    expect(reload).not.toHaveBeenCalled();
  },
);

test('a page whose form has only what it had from the start is reloaded by itself', async () => {
  theShopAnswers(newBuild, gone);
  typeInto('<form><input name="quantity" value="1"><input type="radio" name="size" value="L"><input type="search" name="q"></form>');
  await recover(cause);
  expect(reload).toHaveBeenCalledOnce();
});

test('a page that the shopper has left meanwhile is not reloaded', async () => {
  theShopAnswers(newBuild, gone);
  const recovered = recover(cause);
  window.location.href = 'https://shop.test/cart';
  expect(await recovered).toEqual({ status: 'updated' });
  expect(reload).not.toHaveBeenCalled();
});
