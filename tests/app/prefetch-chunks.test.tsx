import { createElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { prefetchChunks } from '#app/prefetch-chunks.ts';
import { routeAt } from '#app/routes.ts';
import { languageOf } from '#shared/i18n/language.ts';
import { paths } from '#shared/paths.ts';
import { untilTestEnds } from '#tests/support/until-test-ends.ts';

beforeEach(() => document.body.replaceChildren());

/** Starts prefetching; returns what is asked for the terms and conditions. */
const startPrefetching = () => {
  const language = languageOf({});
  prefetchChunks(language, untilTestEnds());
  return {
    load: vi.spyOn(routeAt(paths.terms).route.handle, 'load').mockResolvedValue(createElement('p')),
    loadNamespaces: vi.spyOn(language, 'loadNamespaces').mockResolvedValue(),
  };
};

/** Adds a link with an icon in it; returns the icon. */
const addLink = (href: string): Element => {
  const icon = document.createElement('span');
  document.body.appendChild(Object.assign(document.createElement('a'), { href })).append(icon);
  return icon;
};

const pointAt = (target: Element) => target.dispatchEvent(new Event('pointerover', { bubbles: true }));

test.each(['pointerover', 'focusin'])('the screen that a link leads to and its translations are fetched at its %s event', (event) => {
  const { load, loadNamespaces } = startPrefetching();
  addLink(`${paths.terms}?from=footer#returns`).dispatchEvent(new Event(event, { bubbles: true }));
  expect(load).toHaveBeenCalledOnce();
  expect(loadNamespaces).toHaveBeenCalledWith(['legal', 'terms']);
});

test('nothing is fetched for a link to another site', () => {
  const { load } = startPrefetching();
  pointAt(addLink(`https://other.example${paths.terms}`));
  expect(load).not.toHaveBeenCalled();
  pointAt(addLink(paths.terms));
  expect(load).toHaveBeenCalledOnce();
});

test.each([{ saveData: true }, { effectiveType: '3g' }])('nothing is fetched ahead for a link on the connection %o', (connection) => {
  const { load } = startPrefetching();
  const icon = addLink(paths.terms);
  vi.stubGlobal('navigator', { connection });
  pointAt(icon);
  expect(load).not.toHaveBeenCalled();
  vi.stubGlobal('navigator', { connection: { saveData: false, effectiveType: '4g' } });
  pointAt(icon);
  expect(load).toHaveBeenCalledOnce();
});

test('a shop that is unmounted before the browser is idle starts no prefetch timer, while another one does', async () => {
  const started = vi.spyOn(globalThis, 'setTimeout');
  const ended = new AbortController();
  prefetchChunks(languageOf({}), ended.signal);
  ended.abort();
  startPrefetching();
  await expect.poll(() => started.mock.calls.filter(([, pause]) => pause === 2000)).toHaveLength(1);
});
