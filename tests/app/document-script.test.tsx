import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DocumentScript } from '#app/document-script.ts';
import { deferredPreloadsId, fontPreloadsId, startFailureId } from '#contract/hydration-data.ts';
import { compileDocumentScript } from '#scripts/document-script.ts';

const script = await compileDocumentScript();

/** Runs the script as the head of a document does, once in a test: jsdom runs no scripts of its document. */
const run = (): DocumentScript => {
  new Function(script)();
  const { documentScript } = window;
  if (!documentScript) throw new Error('The script handed nothing over.');
  return documentScript;
};

const preloads = ['foundation-1', 'start-1'].map((name) => `<link rel="modulepreload" href="/assets/${name}.js">`).join('');
const fontPreload = '<link rel="preload" href="/assets/figtree-1.woff2" as="font">';
const fonts = ['/assets/figtree-1.woff2'];
const hrefsOf = (rel: string) => [...document.head.querySelectorAll(`link[rel=${rel}]`)].map((link) => link.getAttribute('href'));
/** The scripts that were asked for, in order. */
const asked = () => hrefsOf('modulepreload');
const askedFonts = () => hrefsOf('preload');
const fontsAreLater = () => document.documentElement.dataset.fonts === 'later';

beforeEach(() => {
  // What a run of the script waits for, a frame or a paint, must not come in a later test.
  vi.useFakeTimers();
  document.body.innerHTML = `
    <button id="add">Add</button>
    <button id="busy" aria-busy="false"><span>Save</span></button>
    <button id="gone">Gone</button>
    <form action="/search"><button id="search" type="button">Search</button></form>
    <a id="link" href="#there">There</a>`;
  document.head.insertAdjacentHTML(
    'beforeend',
    `<template id="${deferredPreloadsId}">${preloads}</template><template id="${fontPreloadsId}">${fontPreload}</template>`,
  );
});

afterEach(() => {
  window.documentScript?.endQueue();
  window.documentScript?.endReloads();
  window.documentScript?.showFonts();
  delete window.documentScript;
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const element of document.head.querySelectorAll('template, link')) element.remove();
});

const find = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (!element) throw new Error(`There is no ${id}.`);
  return element;
};

test('presses before hydration are kept once per button, and each button shows that it is busy until they are replayed', () => {
  const { endQueue } = run();
  const heard: string[] = [];
  document.body.addEventListener('click', ({ target }) => heard.push((target as Element).id));
  for (const id of ['add', 'add', 'gone']) find(id).click();
  find('busy').querySelector('span')?.click();
  expect(heard).toEqual([]);
  for (const id of ['add', 'busy', 'gone']) expect(find(id).getAttribute('aria-busy')).toBe('true');
  find('gone').remove();
  const replayed: string[] = [];
  endQueue((button) => replayed.push(button.id));
  expect(replayed).toEqual(['add', 'busy']);
  expect(find('add').hasAttribute('aria-busy')).toBe(false);
  expect(find('busy').getAttribute('aria-busy')).toBe('false');
  find('add').click();
  expect(heard).toEqual(['add']);
  endQueue((button) => replayed.push(button.id));
  expect(replayed).toEqual(['add', 'busy']);
});

test('links, and forms with an address of their own, work before hydration', () => {
  run();
  const heard: string[] = [];
  document.body.addEventListener('click', ({ target }) => heard.push((target as Element).id));
  for (const id of ['search', 'link']) find(id).click();
  expect(heard).toEqual(['search', 'link']);
});

test('Back before hydration loads the document of the address that it leads to, and Forward the one that was left', () => {
  const reload = vi.fn();
  const goTo = (pathname: string, search = '') => {
    vi.stubGlobal('location', { pathname, search, reload });
    window.dispatchEvent(new PopStateEvent('popstate'));
  };
  vi.stubGlobal('location', { pathname: '/product/mug', search: '?colour=Sage', reload });
  const { reloadIfLeft, endReloads } = run();
  // A link to a part of the page.
  goTo('/product/mug', '?colour=Sage');
  expect(reloadIfLeft()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  goTo('/product/mug');
  expect(reload).toHaveBeenCalledTimes(1);
  // The first reload may have been cancelled by this one.
  goTo('/product/mug', '?colour=Sage');
  expect(reload).toHaveBeenCalledTimes(2);
  // WebKit fires popstate only once the document is loaded.
  expect(reloadIfLeft()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(3);
  endReloads();
  goTo('/');
  expect(reload).toHaveBeenCalledTimes(3);
});

test('a page whose entry script does not load shows the note about it, and its buttons are not busy for ever', () => {
  run();
  document.body.insertAdjacentHTML('beforeend', `<div id="${startFailureId}" hidden>Try again</div><img><script type="module"></script>`);
  find('add').click();
  document.querySelector('img')?.dispatchEvent(new Event('error'));
  expect(find('add').getAttribute('aria-busy')).toBe('true');
  expect(find(startFailureId).hidden).toBe(true);
  document.querySelector('script[type=module]')?.dispatchEvent(new Event('error'));
  expect(find('add').hasAttribute('aria-busy')).toBe(false);
  expect(find(startFailureId).hidden).toBe(false);
  find('add').click();
  expect(find('add').hasAttribute('aria-busy')).toBe(false);
});

test('the first input ends the wait for the first paint: the preloads of the template are applied, and the entry script goes on', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(100);
  const { ready } = run();
  expect(asked()).toEqual([]);
  window.dispatchEvent(new Event('pointerdown'));
  await ready;
  expect(asked()).toEqual(['/assets/foundation-1.js', '/assets/start-1.js']);
});

test('a page that is never painted starts all the same', async () => {
  const { ready } = run();
  await vi.advanceTimersByTimeAsync(2500);
  await ready;
  expect(asked()).toHaveLength(2);
});

test('over a slow line, scripts are asked for just before the first paint, and the page starts no sooner', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(700);
  const { ready } = run();
  let isReady = false;
  void ready.then(() => {
    isReady = true;
  });
  expect(asked()).toEqual([]);
  vi.advanceTimersToNextFrame();
  expect(asked()).toEqual(['/assets/foundation-1.js', '/assets/start-1.js']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(isReady).toBe(false);
  await vi.advanceTimersByTimeAsync(1500);
  expect(isReady).toBe(true);
  expect(asked()).toHaveLength(2);
});

test('over a fast line, scripts wait for the first paint', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(100);
  run();
  vi.advanceTimersToNextFrame();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1500);
  expect(asked()).toHaveLength(2);
});

test('over a fast line, the fonts are asked for at once', () => {
  vi.spyOn(performance, 'now').mockReturnValue(100);
  const { showFonts } = run();
  expect(askedFonts()).toEqual(fonts);
  expect(fontsAreLater()).toBe(false);
  showFonts();
  expect(askedFonts()).toEqual(fonts);
});

/** Runs the script in a document that came over a slow line. */
const runSlowly = (): DocumentScript => {
  vi.spyOn(performance, 'now').mockReturnValue(700);
  return run();
};

test('over a slow line, the page has its fallback fonts until it is told to show the others', () => {
  const { showFonts } = runSlowly();
  expect([askedFonts(), fontsAreLater()]).toEqual([[], true]);
  showFonts();
  expect([askedFonts(), fontsAreLater()]).toEqual([[], false]);
});

test('over a slow line, a page whose entry script does not load has its fonts', () => {
  runSlowly();
  expect(fontsAreLater()).toBe(true);
  document.body.insertAdjacentHTML('beforeend', '<script type="module"></script>');
  document.querySelector('script[type=module]')?.dispatchEvent(new Event('error'));
  expect(fontsAreLater()).toBe(false);
});
