import { createServer, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { hasNamespaces, loadNamespaces } from '#shared/i18n/language.ts';
import { readTranslations } from '#tests/support/translations.ts';

const english = readTranslations();
const arabic: Record<string, object> = { common: { retry: 'حاول مرة أخرى' }, titles: {} };

type Handler = (answer: ServerResponse, time: number) => void;
const handlers = new Map<string, Handler>();
const requestedPaths: string[] = [];
const unsafeRequests: string[] = [];
const requestCount = (path: string): number => requestedPaths.filter((each) => each === path).length;

const server = createServer(({ url = '', method = '' }, answer) => {
  // afterEach closes all connections: a keep-alive connection would break the next test's request.
  answer.shouldKeepAlive = false;
  requestedPaths.push(url);
  if (method !== 'GET') unsafeRequests.push(`${method} ${url}`);
  const handler = handlers.get(url);
  if (handler) return handler(answer, requestCount(url));
  const [, code = '', namespace = ''] = /^\/locales\/(\w+)\/([\w-]+)\.json$/.exec(url) ?? [];
  const texts = { en: english, ar: arabic }[code]?.[namespace];
  answer.writeHead(texts ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(texts ?? {}));
});

const respondsWith =
  (status: number, body = ''): Handler =>
  (answer) =>
    answer.writeHead(status, { 'content-type': 'application/json' }).end(body);
const titles = '/locales/en/titles.json';
const good = respondsWith(200, JSON.stringify(english.titles));
const failFirst =
  (times: number, bad: Handler): Handler =>
  (answer, time) =>
    (time <= times ? bad : good)(answer, time);
const closesConnection: Handler = (answer) => answer.destroy();

const retries = [350, 700, 1400, 2800, 5600];
/** The delays of the retries, which run at once here. */
const waits: number[] = [];

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

beforeEach(() => {
  for (const list of [requestedPaths, unsafeRequests, waits]) list.length = 0;
  handlers.clear();
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const realFetch = globalThis.fetch;
  // Node's fetch does not resolve relative URLs.
  vi.stubGlobal('fetch', (path: string, options?: RequestInit) => realFetch(new URL(path, origin), options));
  const realTimeout = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((act: () => void, delay = 0) => {
    const isRetry = delay % 350 === 0 && delay > 0;
    if (isRetry) waits.push(delay);
    return realTimeout(act, isRetry ? 0 : delay);
  });
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB', 'en']);
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-GB');
});
afterEach(() => {
  server.closeAllConnections();
  vi.unstubAllEnvs();
});

/** The module of a build with these environment variables. */
const languageModule = async (settings: Readonly<Record<string, string>> = {}) => {
  vi.resetModules();
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  return await import('#shared/i18n/language.ts');
};

const start = async (settings?: Readonly<Record<string, string>>) => (await languageModule(settings)).startLanguage([]);

const twoLanguages = { VITE_LANGUAGES: 'en,ar' };

describe('a translation server that fails', () => {
  test.each([
    ['500', 1, respondsWith(500)],
    ['503', 2, respondsWith(503)],
    ['502', 5, respondsWith(502, '<h1>Bad gateway</h1>')],
    ['a closed connection', 3, closesConnection],
  ])(
    'a translation server that fails with %s %d times is retried with a back-off of 350 ms that doubles, until the texts are loaded',
    { tags: ['call.texts', 'language.retry', 'language.retry-waits'] },
    async (_, times, bad) => {
      handlers.set(titles, failFirst(times, bad));
      const language = await start();
      expect(waits).toEqual(retries.slice(0, times));
      expect(requestCount(titles)).toBe(times + 1);
      expect(language.getFixedT('en', 'titles')('cart')).toBe('Cart');
    },
  );

  test.each([
    ['500', respondsWith(500)],
    ['a closed connection', closesConnection],
  ])(
    'a translation server that fails permanently with %s is given up after five retries, and the other texts are loaded',
    { tags: 'language.retry-waits' },
    async (_, bad) => {
      handlers.set(titles, bad);
      const language = await start();
      expect(waits).toEqual(retries);
      expect(requestCount(titles)).toBe(6);
      expect(language.t('retry')).toBe('Try again');
    },
  );

  test.each([
    ['404', respondsWith(404)],
    ['403', respondsWith(403)],
    ['429', respondsWith(429)],
    ['broken JSON', respondsWith(200, '{"cart": ')],
    ['an HTML page', respondsWith(200, '<!doctype html><title>Welcome</title>')],
    ['an empty body', respondsWith(200)],
  ])(
    'a translation server that fails with %s is not retried, and the other texts are loaded',
    { tags: 'language.no-retry' },
    async (_, bad) => {
      handlers.set(titles, bad);
      const language = await start();
      expect(waits).toEqual([]);
      expect(requestCount(titles)).toBe(1);
      expect(language.t('retry')).toBe('Try again');
    },
  );

  test('a translation server that fails for one file is retried for it when it is wanted again, and not with other files', async () => {
    handlers.set(titles, respondsWith(503));
    const language = await start();
    await loadNamespaces(language, ['cart']);
    expect(requestCount(titles)).toBe(6);
    expect(requestCount('/locales/en/cart.json')).toBe(1);
    waits.length = 0;
    await expect(loadNamespaces(language, ['titles'])).rejects.toThrow(titles);
    expect(waits).toEqual(retries);
    handlers.delete(titles);
    await loadNamespaces(language, ['titles']);
    expect(language.getFixedT('en', 'titles')('cart')).toBe('Cart');
  });

  test('a translation server that fails without any response is awaited without a timeout and without a second request', {
    tags: 'call.no-timeout',
  }, async () => {
    let respond: () => void = () => undefined;
    handlers.set(titles, (answer) => {
      respond = () => good(answer, 1);
    });
    const starting = start();
    const onStarted = vi.fn();
    void starting.then(onStarted);
    await expect.poll(() => requestCount(titles)).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(onStarted).not.toHaveBeenCalled();
    expect(waits).toEqual([]);
    respond();
    expect((await starting).getFixedT('en', 'titles')('cart')).toBe('Cart');
    expect(requestCount(titles)).toBe(1);
  });
});

describe('a second language, in a build that has one', () => {
  test('a second language is shown to a shopper who asks for it, right to left, and remembered', async () => {
    window.history.replaceState(null, '', '/?lng=ar');
    const language = await start(twoLanguages);
    expect(language.t('retry')).toBe('حاول مرة أخرى');
    expect(document.documentElement).toHaveAttribute('lang', 'ar');
    expect(document.documentElement).toHaveAttribute('dir', 'rtl');
    expect(window.localStorage.getItem('i18nextLng')).toBe('ar');
    window.history.replaceState(null, '', '/');
    expect((await start(twoLanguages)).t('retry')).toBe('حاول مرة أخرى');
  });

  test('a second language falls back to English for a missing text and for a missing file', { tags: 'language.fallback' }, async () => {
    window.history.replaceState(null, '', '/?lng=ar');
    handlers.set('/locales/ar/titles.json', respondsWith(404));
    const language = await start(twoLanguages);
    expect(language.t('loading')).toBe('Loading...');
    expect(language.t('titles:cart')).toBe('Cart');
  });

  test('a second language has the texts of a file that only English has, and not of one that neither has', async () => {
    window.history.replaceState(null, '', '/?lng=ar');
    const language = await start(twoLanguages);
    await loadNamespaces(language, ['cart']);
    expect(hasNamespaces(language, ['cart'])).toBe(true);
    await loadNamespaces(language, ['cart']);
    expect(requestCount('/locales/ar/cart.json')).toBe(1);
    await expect(loadNamespaces(language, ['no-such-file'])).rejects.toThrow('/locales/en/no-such-file.json');
    expect(hasNamespaces(language, ['no-such-file'])).toBe(false);
  });

  test('a second language hydrates in English what the server rendered in English, and follows then', async () => {
    window.history.replaceState(null, '', '/?lng=ar');
    handlers.set('/locales/ar/titles.json', respondsWith(404));
    const { startLanguage } = await languageModule(twoLanguages);
    const { detectLanguage } = await import('#shared/i18n/detect-language.ts');
    const before = requestedPaths.length;
    const language = await startLanguage([], { common: { loading: 'From the document' }, titles: { cart: 'Cart of the document' } });
    expect(language.t('loading')).toBe('From the document');
    expect(document.documentElement).toHaveAttribute('lang', 'en');
    expect(requestedPaths).toHaveLength(before);
    await detectLanguage(language);
    expect(language.resolvedLanguage).toBe('ar');
    expect(window.localStorage.getItem('i18nextLng')).toBe('ar');
    expect(document.documentElement).toHaveAttribute('lang', 'ar');
    // What only English has came with the document.
    expect(language.t('titles:cart')).toBe('Cart of the document');
    expect(requestedPaths.slice(before).every((path) => path.startsWith('/locales/ar/'))).toBe(true);
    expect(requestedPaths.slice(before)).toContain('/locales/ar/common.json');
  });

  test('a shopper whose browser prefers another English stays with the texts of the document', async () => {
    const { startLanguage } = await languageModule(twoLanguages);
    const { detectLanguage } = await import('#shared/i18n/detect-language.ts');
    const language = await startLanguage([], { common: { loading: 'From the document' }, titles: {} });
    let changes = 0;
    language.on('languageChanged', () => {
      changes += 1;
    });
    const before = requestedPaths.length;
    await detectLanguage(language);
    expect(window.localStorage.getItem('i18nextLng')).toBe('en-GB');
    expect([changes, requestedPaths.length, language.t('loading')]).toEqual([0, before, 'From the document']);
  });

  const sources = ['query', 'cookie', 'local storage', 'session storage', 'browser', 'page'] as const;
  const put = (source: (typeof sources)[number], code: string) => {
    if (source === 'query') window.history.replaceState(null, '', `/?lng=${code}`);
    if (source === 'cookie') vi.spyOn(document, 'cookie', 'get').mockReturnValue(`i18next=${code}`);
    if (source === 'local storage') window.localStorage.setItem('i18nextLng', code);
    if (source === 'session storage') window.sessionStorage.setItem('i18nextLng', code);
    if (source === 'browser') {
      vi.spyOn(navigator, 'languages', 'get').mockReturnValue([code]);
      vi.spyOn(navigator, 'language', 'get').mockReturnValue(code);
    }
    if (source === 'page') document.documentElement.lang = code;
  };

  test.each(sources.map((source, at) => [source, sources.slice(at + 1)] as const))(
    'a second language is detected from the %s before %j',
    { tags: 'language.detection' },
    async (source, later) => {
      vi.spyOn(navigator, 'languages', 'get').mockReturnValue([]);
      vi.spyOn(navigator, 'language', 'get').mockReturnValue('');
      document.documentElement.lang = '';
      put(source, 'ar');
      for (const each of later) put(each, 'en');
      expect((await start(twoLanguages)).resolvedLanguage).toBe('ar');
    },
  );

  test('a second language cannot be selected in the default build: every source gives English, left to right', {
    tags: 'visitor.english-only',
  }, async () => {
    for (const source of sources) put(source, 'ar');
    const language = await start();
    expect(language.t('retry')).toBe('Try again');
    expect(document.documentElement).toHaveAttribute('lang', 'en');
    expect(document.documentElement).toHaveAttribute('dir', 'ltr');
    expect(requestedPaths.filter((path) => path.includes('/ar/'))).toEqual([]);
  });
});

test('a missing text is shown as its key and not reported to the server', { tags: 'call.missing-keys' }, async () => {
  const language = await start();
  const before = requestedPaths.length;
  expect(before).toBeGreaterThan(0);
  expect(language.t('titles:noSuchTitle' as 'titles:cart')).toBe('noSuchTitle');
  await language.loadNamespaces('wishlist');
  expect(requestedPaths.slice(before)).toEqual(['/locales/en/wishlist.json']);
  expect(unsafeRequests).toEqual([]);
});

describe('the debug log of i18next', () => {
  test.each([
    ['is on by default', '', true],
    ['is off with VITE_I18N_DEBUG=false', 'false', false],
  ])('the debug log of i18next %s', { tags: 'language.debug' }, async (_, setting, isLogged) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    await start({ VITE_I18N_DEBUG: setting });
    expect(log.mock.calls.some(([text]) => String(text).startsWith('i18next'))).toBe(isLogged);
  });
});

describe('languages written from right to left', () => {
  test.each(['ar', 'he', 'fa', 'ur', 'ps', 'yi', 'ug', 'dv', 'ckb'])(
    'the language %s is written from right to left',
    { tags: 'language.right-to-left' },
    async (code) => {
      const { languageOf } = await languageModule();
      expect(languageOf({}, code).dir()).toBe('rtl');
    },
  );

  test.each(['en', 'en-GB', 'de', 'tr', 'hi'])(
    'the language %s is written from left to right',
    { tags: 'language.right-to-left' },
    async (code) => {
      const { languageOf } = await languageModule();
      expect(languageOf({}, code).dir()).toBe('ltr');
    },
  );
});
