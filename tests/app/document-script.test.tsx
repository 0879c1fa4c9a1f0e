import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startFailureId } from '#contract/hydration-data.ts';
import { listOwnerKey } from '#shared/browser-storage.ts';
import { reloadedKey } from '#shared/recovery.ts';
import { runDocumentScript } from '#tests/support/run-document-script.ts';

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `
    <button id="add">Add</button>
    <button id="busy" aria-busy="false"><span>Save</span></button>
    <button id="gone">Gone</button>
    <form action="/search"><button id="search">Search</button><button id="all" type="button">Show all</button></form>
    <fieldset class="stepper"><button id="more" type="button">More</button></fieldset>
    <div role="tablist"><button id="tab" role="tab">Details</button></div>
    <div id="start-failure" role="alert" hidden><a id="retry" href="/">Try again</a></div>
    <a id="link" href="#there">There</a>`;
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
  // Clicks during the replay are queued.
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

test('before hydration, links and submit buttons of forms with an action work, and other buttons of these forms wait', () => {
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

describe('an entry script that does not load', () => {
  const entry = 'http://localhost:3000/assets/index-1.js';
  const reload = vi.fn();
  /** Makes the entry script fail for good, while the server answers like this. `load`: the script was loaded, but cannot be parsed, or throws. */
  const failEntryScript = async (answer: () => Promise<Response>, event: 'error' | 'load' = 'error') => {
    const requests: string[] = [];
    vi.stubGlobal('fetch', async (url: string, { method = 'GET', cache = 'default' }: RequestInit) => {
      requests.push(`${method} ${url} ${cache}`);
      return url === '/' ? answer() : new Response('', { status: 404 });
    });
    vi.stubGlobal('location', { pathname: '/', search: '', reload });
    runDocumentScript();
    document.body.insertAdjacentHTML('beforeend', `<img><script type="module" src="${entry}"></script>`);
    find('add').click();
    for (const type of ['error', 'load']) document.querySelector('img')?.dispatchEvent(new Event(type));
    expect(requests).toEqual([]);
    document.querySelector('script[type=module]')?.dispatchEvent(new Event(event));
    await vi.advanceTimersByTimeAsync(0);
    expect(requests).toEqual(['HEAD / default', `GET ${entry} reload`]);
  };
  const isUp = async () => new Response('');

  beforeEach(() => {
    reload.mockClear();
    window.sessionStorage.clear();
  });

  test('an entry script that does not load reloads the page, whose buttons stay busy until then', async () => {
    await failEntryScript(isUp);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(find('add').getAttribute('aria-busy')).toBe('true');
    expect(find(startFailureId).hidden).toBe(true);
  });

  test('an entry script that comes but does not run reloads the page once, and then shows the note', async () => {
    await failEntryScript(isUp, 'load');
    expect(reload).toHaveBeenCalledTimes(1);
    expect(find(startFailureId).hidden).toBe(true);
    document.querySelector('script[type=module]')?.dispatchEvent(new Event('load'));
    await vi.advanceTimersByTimeAsync(0);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(find(startFailureId).hidden).toBe(false);
  });

  test('an entry script that has loaded and runs is no failure', async () => {
    const fetched = vi.spyOn(window, 'fetch');
    runDocumentScript();
    document.body.insertAdjacentHTML('beforeend', `<script type="module" src="${entry}"></script>`);
    // The entry script takes `documentScript` when it runs.
    delete window.documentScript;
    document.querySelector('script[type=module]')?.dispatchEvent(new Event('load'));
    await vi.advanceTimersByTimeAsync(0);
    expect(fetched).not.toHaveBeenCalled();
    expect(find(startFailureId).hidden).toBe(true);
  });

  test('an entry script that fails again after the automatic reload shows the note, and no button stays busy', async () => {
    window.sessionStorage.setItem(reloadedKey, entry);
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

test('a document is not marked before the first paint for a guest', () => {
  runDocumentScript();
  expect(document.documentElement).not.toHaveAttribute('data-account');
});

test('a document is marked before the first paint in a browser with the lists of an account', () => {
  window.localStorage.setItem(listOwnerKey, JSON.stringify({ account: 'ada' }));
  onTestFinished(() => {
    window.localStorage.removeItem(listOwnerKey);
    delete document.documentElement.dataset.account;
  });
  runDocumentScript();
  expect(document.documentElement).toHaveAttribute('data-account');
});
