import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { DocumentScript } from '#app/document-script.ts';
import { deferredPreloadsId, fontPreloadsId, startFailureId } from '#contract/hydration-data.ts';
import { reloadedKey } from '#shared/recovery.ts';
import { runDocumentScript } from '#tests/support/run-document-script.ts';

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
  // jsdom has no font faces.
  Object.defineProperty(document, 'fonts', { value: [], configurable: true });
  document.body.innerHTML = `
    <button id="add">Add</button>
    <button id="busy" aria-busy="false"><span>Save</span></button>
    <button id="gone">Gone</button>
    <form action="/search"><button id="search">Search</button><button id="all" type="button">Show all</button></form>
    <fieldset class="stepper"><button id="more" type="button">More</button></fieldset>
    <div role="tablist"><button id="tab" role="tab">Details</button></div>
    <div id="start-failure" role="alert" hidden><a id="retry" href="/">Try again</a></div>
    <a id="link" href="#there">There</a>`;
  document.head.insertAdjacentHTML(
    'beforeend',
    `<template id="${deferredPreloadsId}">${preloads}</template><template id="${fontPreloadsId}">${fontPreload}</template>`,
  );
});

afterEach(() => {
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

/** Records the ids of the clicked elements. */
const recordClicks = (): string[] => {
  const clicked: string[] = [];
  const record = (event: Event) => {
    event.preventDefault();
    clicked.push((event.target as Element).id);
  };
  document.body.addEventListener('click', record);
  onTestFinished(() => document.body.removeEventListener('click', record));
  return clicked;
};

test('presses before hydration are kept once per button, and each button shows that it is busy until they are replayed', () => {
  const { replayInput } = runDocumentScript();
  const clicked = recordClicks();
  for (const id of ['add', 'add', 'gone']) find(id).click();
  find('busy').querySelector('span')?.click();
  expect(clicked).toEqual([]);
  for (const id of ['add', 'busy', 'gone']) expect(find(id).getAttribute('aria-busy')).toBe('true');
  find('gone').remove();
  replayInput();
  expect(clicked).toEqual(['add']);
  expect(find('add').hasAttribute('aria-busy')).toBe(false);
  expect(find('busy').getAttribute('aria-busy')).toBe('true');
  // While others are replayed, a press waits its turn.
  find('add').click();
  expect(clicked).toEqual(['add']);
  vi.runAllTimers();
  expect(clicked).toEqual(['add', 'busy', 'add']);
  expect(find('busy').getAttribute('aria-busy')).toBe('false');
  expect(find('add').hasAttribute('aria-busy')).toBe(false);
  find('add').click();
  expect(clicked).toEqual(['add', 'busy', 'add', 'add']);
});

test('each step of a quantity before hydration counts, and what was pressed afterwards is replayed after it, in a task of its own', () => {
  const { replayInput } = runDocumentScript();
  const clicked = recordClicks();
  for (const id of ['more', 'more', 'more', 'add', 'add']) find(id).click();
  replayInput();
  expect(clicked).toEqual(['more']);
  vi.advanceTimersToNextTimer();
  expect(clicked).toEqual(['more', 'more']);
  vi.runAllTimers();
  expect(clicked).toEqual(['more', 'more', 'more', 'add']);
});

test('arrow keys in tabs before hydration are replayed where the focus is, and keys that do nothing in them are left alone', () => {
  const { replayInput } = runDocumentScript();
  const pressed: string[] = [];
  const record = ({ key }: KeyboardEvent) => void pressed.push(key);
  document.body.addEventListener('keydown', record);
  onTestFinished(() => document.body.removeEventListener('keydown', record));
  const press = (id: string, key: string, modifiers: KeyboardEventInit = {}) =>
    find(id).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers }));
  find('tab').focus();
  expect(press('tab', 'ArrowRight')).toBe(false);
  expect(press('tab', 'Tab')).toBe(true);
  expect(press('tab', 'ArrowDown')).toBe(true);
  // Back, in the history.
  expect(press('tab', 'ArrowLeft', { altKey: true })).toBe(true);
  expect(press('add', 'Home')).toBe(true);
  expect(pressed).toEqual(['Tab', 'ArrowDown', 'ArrowLeft', 'Home']);
  replayInput();
  expect(pressed).toEqual(['Tab', 'ArrowDown', 'ArrowLeft', 'Home', 'ArrowRight']);
});

test('links, and the buttons that submit forms with an address of their own, work before hydration; their other buttons wait', () => {
  const { replayInput } = runDocumentScript();
  const clicked = recordClicks();
  for (const id of ['search', 'all', 'link']) find(id).click();
  expect(clicked).toEqual(['search', 'link']);
  expect(find('all').getAttribute('aria-busy')).toBe('true');
  replayInput();
  expect(clicked).toEqual(['search', 'link', 'all']);
});

test('after a failed start a press of a button leads to the note, and no form is sent to the page', () => {
  const { showStartFailure, replayInput } = runDocumentScript();
  const clicked = recordClicks();
  find('add').click();
  showStartFailure();
  expect(find('add').hasAttribute('aria-busy')).toBe(false);
  expect(find(startFailureId).hidden).toBe(false);
  expect(find('add').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))).toBe(false);
  expect(find('retry')).toHaveFocus();
  find('link').click();
  expect(clicked).toEqual(['link']);
  replayInput();
  expect(clicked).toEqual(['link']);
});

test('Back before hydration loads the document of the address that it leads to, and Forward the one that was left', () => {
  const reload = vi.fn();
  const goTo = (pathname: string, search = '') => {
    vi.stubGlobal('location', { pathname, search, reload });
    window.dispatchEvent(new PopStateEvent('popstate'));
  };
  vi.stubGlobal('location', { pathname: '/product/mug', search: '?colour=Sage', reload });
  const { reloadIfLeft, endReloads } = runDocumentScript();
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

describe('an entry script that does not load', () => {
  const entry = 'http://localhost:3000/assets/index-1.js';
  const reload = vi.fn();
  /** The entry script fails for good, while the server answers like this. */
  const failEntryScript = async (answer: () => Promise<Response>) => {
    const requests: string[] = [];
    vi.stubGlobal('fetch', async (url: string, { method = 'GET', cache = 'default' }: RequestInit) => {
      requests.push(`${method} ${url} ${cache}`);
      return url === '/' ? answer() : new Response('', { status: 404 });
    });
    vi.stubGlobal('location', { pathname: '/', search: '', reload });
    runDocumentScript();
    document.body.insertAdjacentHTML('beforeend', `<img><script type="module" src="${entry}"></script>`);
    find('add').click();
    document.querySelector('img')?.dispatchEvent(new Event('error'));
    expect(requests).toEqual([]);
    document.querySelector('script[type=module]')?.dispatchEvent(new Event('error'));
    await vi.advanceTimersByTimeAsync(0);
    expect(requests).toEqual(['HEAD / default', `GET ${entry} reload`]);
  };
  const isUp = async () => new Response('');

  beforeEach(() => {
    reload.mockClear();
    window.sessionStorage.clear();
  });
  afterEach(() => {
    window.sessionStorage.clear();
    vi.unstubAllGlobals();
  });

  test('an entry script that does not load reloads the page, whose buttons stay busy until then', async () => {
    await failEntryScript(isUp);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(find('add').getAttribute('aria-busy')).toBe('true');
    expect(find(startFailureId).hidden).toBe(true);
  });

  test('an entry script that does not load after that reload either shows the note, and its buttons are not busy for ever', async () => {
    window.sessionStorage.setItem(reloadedKey, `start ${entry}`);
    await failEntryScript(isUp);
    expect(find(startFailureId).hidden).toBe(false);
    expect(find('add').hasAttribute('aria-busy')).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  test.each([
    ['is unreachable', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is down behind its proxy', async () => new Response('', { status: 502 })],
  ])('an entry script that does not load while the server %s shows the note, and the page stays', async (_, answer) => {
    await failEntryScript(answer);
    expect(find(startFailureId).hidden).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  test('an entry script that does not load shows the note where there is no storage to remember a reload', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Blocked', 'SecurityError');
    });
    await failEntryScript(isUp);
    expect(find(startFailureId).hidden).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });
});

test('the first input ends the wait for the first paint: the preloads of the template are applied, and the entry script goes on', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(100);
  const { ready } = runDocumentScript();
  expect(asked()).toEqual([]);
  window.dispatchEvent(new Event('pointerdown'));
  await ready;
  expect(asked()).toEqual(['/assets/foundation-1.js', '/assets/start-1.js']);
});

test('a page that is never painted starts all the same', async () => {
  const { ready } = runDocumentScript();
  await vi.advanceTimersByTimeAsync(2500);
  await ready;
  expect(asked()).toHaveLength(2);
});

test('over a slow line, scripts are asked for just before the first paint, and the page starts no sooner', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(700);
  const { ready } = runDocumentScript();
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
  runDocumentScript();
  vi.advanceTimersToNextFrame();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1500);
  expect(asked()).toHaveLength(2);
});

test('over a fast line, the fonts are asked for at once', () => {
  vi.spyOn(performance, 'now').mockReturnValue(100);
  const { showFonts } = runDocumentScript();
  expect(askedFonts()).toEqual(fonts);
  expect(fontsAreLater()).toBe(false);
  showFonts();
  expect(askedFonts()).toEqual(fonts);
});

/** Runs the script in a document that came over a slow line. */
const runSlowly = (): DocumentScript => {
  vi.spyOn(performance, 'now').mockReturnValue(700);
  return runDocumentScript();
};

/** The document's font faces, in the order of the style sheet; `arrive` and `fail` end the requests for them. */
const withFontFaces = (...families: readonly string[]) => {
  let arrive: () => void = () => undefined;
  let fail: (reason: DOMException) => void = () => undefined;
  const arrival = new Promise<void>((resolve, reject) => {
    arrive = resolve;
    fail = reject;
  });
  const faces = families.map((family) => ({ family, load: vi.fn(() => arrival) }));
  Object.defineProperty(document, 'fonts', { value: faces, configurable: true });
  return {
    areAsked: () => faces.map(({ load }) => load.mock.calls.length > 0),
    arrive: async () => {
      arrive();
      await vi.advanceTimersByTimeAsync(0);
    },
    fail: async () => {
      fail(new DOMException('The font was not found.', 'NetworkError'));
      await vi.advanceTimersByTimeAsync(0);
    },
  };
};

test('over a slow line, the page asks for the last face of each family when it is told to, and has its fallback fonts until they are there', async () => {
  const { areAsked, arrive } = withFontFaces('Figtree', 'Figtree', 'Fraunces', 'Fraunces');
  const { showFonts } = runSlowly();
  expect([askedFonts(), areAsked(), fontsAreLater()]).toEqual([[], [false, false, false, false], true]);
  showFonts();
  expect([areAsked(), fontsAreLater()]).toEqual([[false, true, false, true], true]);
  await arrive();
  expect(fontsAreLater()).toBe(false);
});

test('over a slow line, a page does not wait for fonts that failed', async () => {
  const { fail } = withFontFaces('Figtree');
  runSlowly().showFonts();
  expect(fontsAreLater()).toBe(true);
  await fail();
  expect(fontsAreLater()).toBe(false);
});

test('over a slow line, a page whose entry script does not load has its fonts', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  onTestFinished(() => void vi.unstubAllGlobals());
  const { arrive } = withFontFaces('Figtree');
  runSlowly();
  expect(fontsAreLater()).toBe(true);
  document.body.insertAdjacentHTML('beforeend', '<script type="module"></script>');
  document.querySelector('script[type=module]')?.dispatchEvent(new Event('error'));
  await arrive();
  expect(fontsAreLater()).toBe(false);
  expect(find(startFailureId).hidden).toBe(false);
});
