import { createServer, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readTranslations } from '#tests/support/translations.ts';

const english = readTranslations();
const arabic: Record<string, object> = { common: { retry: 'حاول مرة أخرى' }, titles: {} };

/** How the server treats one file; without a word about it, it is answered as it should be. */
type Treatment = (answer: ServerResponse, time: number) => void;
const treatments = new Map<string, Treatment>();
const asked: string[] = [];
/** Calls that would change something on the server. */
const written: string[] = [];
const timesAsked = (path: string): number => asked.filter((each) => each === path).length;

const server = createServer(({ url = '', method = '' }, answer) => {
  // A line kept open from one test to the next would be cut under the next one's feet.
  answer.shouldKeepAlive = false;
  asked.push(url);
  if (method !== 'GET') written.push(`${method} ${url}`);
  const treatment = treatments.get(url);
  if (treatment) return treatment(answer, timesAsked(url));
  const [, code = '', namespace = ''] = /^\/locales\/(\w+)\/([\w-]+)\.json$/.exec(url) ?? [];
  const words = { en: english, ar: arabic }[code]?.[namespace];
  answer.writeHead(words ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(words ?? {}));
});

const ends =
  (status: number, body = ''): Treatment =>
  (answer) =>
    answer.writeHead(status, { 'content-type': 'application/json' }).end(body);
const titles = '/locales/en/titles.json';
const good = ends(200, JSON.stringify(english.titles));
/** Bad the first so many times, then good. */
const atFirst =
  (times: number, bad: Treatment): Treatment =>
  (answer, time) =>
    (time <= times ? bad : good)(answer, time);
const hangsUp: Treatment = (answer) => answer.destroy();

const retries = [350, 700, 1400, 2800, 5600];
/** What the language layer waited between two tries; not really waited for here. */
const waits: number[] = [];

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

beforeEach(() => {
  for (const list of [asked, written, waits]) list.length = 0;
  treatments.clear();
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const realFetch = globalThis.fetch;
  // In a browser, addresses without a host are those of the page's own.
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

/** The language layer as a build with these settings has it. */
const layerOf = async (settings: Readonly<Record<string, string>> = {}) => {
  vi.resetModules();
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  return await import('#shared/i18n/language.ts');
};

const start = async (settings?: Readonly<Record<string, string>>) => (await layerOf(settings)).startLanguage([]);

const twoLanguages = { VITE_LANGUAGES: 'en,ar' };

describe('a server of words that fails', () => {
  test.each([
    ['500', 1, ends(500)],
    ['503', 2, ends(503)],
    ['502', 5, ends(502, '<h1>Bad gateway</h1>')],
    ['no answer but a closed line', 3, hangsUp],
  ])(
    '%s, %d times: asked again after 350 ms, doubled each time, and then the words are there',
    { tags: ['call.texts', 'language.retry', 'language.retry-waits'] },
    async (_, times, bad) => {
      treatments.set(titles, atFirst(times, bad));
      const language = await start();
      expect(waits).toEqual(retries.slice(0, times));
      expect(timesAsked(titles)).toBe(times + 1);
      expect(language.getFixedT('en', 'titles')('cart')).toBe('Cart');
    },
  );

  test.each([
    ['500', ends(500)],
    ['a closed line', hangsUp],
  ])('%s for ever: given up after five retries, and the other words stand', { tags: 'language.retry-waits' }, async (_, bad) => {
    treatments.set(titles, bad);
    const language = await start();
    expect(waits).toEqual(retries);
    expect(timesAsked(titles)).toBe(6);
    expect(language.t('retry')).toBe('Try again');
  });

  test.each([
    ['404', ends(404)],
    ['403', ends(403)],
    ['429', ends(429)],
    ['broken JSON', ends(200, '{"cart": ')],
    ['a page instead of words', ends(200, '<!doctype html><title>Welcome</title>')],
    ['nothing in it', ends(200)],
  ])('%s: never asked again, and the other words stand', { tags: 'language.no-retry' }, async (_, bad) => {
    treatments.set(titles, bad);
    const language = await start();
    expect(waits).toEqual([]);
    expect(timesAsked(titles)).toBe(1);
    expect(language.t('retry')).toBe('Try again');
  });

  test('no answer at all: waited for without an end, as no request has a time-out, and never asked twice', {
    tags: 'call.no-timeout',
  }, async () => {
    let letGo: () => void = () => undefined;
    treatments.set(titles, (answer) => {
      letGo = () => good(answer, 1);
    });
    const starting = start();
    const isThere = vi.fn();
    void starting.then(isThere);
    await vi.waitFor(() => expect(timesAsked(titles)).toBe(1));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isThere).not.toHaveBeenCalled();
    expect(waits).toEqual([]);
    letGo();
    expect((await starting).getFixedT('en', 'titles')('cart')).toBe('Cart');
    expect(timesAsked(titles)).toBe(1);
  });
});

describe('a second language, where a build has one', () => {
  test('a shopper who asks for it reads it, from the right, and finds it again', async () => {
    window.history.replaceState(null, '', '/?lng=ar');
    const language = await start(twoLanguages);
    expect(language.t('retry')).toBe('حاول مرة أخرى');
    expect(document.documentElement).toHaveAttribute('lang', 'ar');
    expect(document.documentElement).toHaveAttribute('dir', 'rtl');
    expect(window.localStorage.getItem('i18nextLng')).toBe('ar');
    window.history.replaceState(null, '', '/');
    expect((await start(twoLanguages)).t('retry')).toBe('حاول مرة أخرى');
  });

  test('what it has no words for is said in English: a sentence, and a whole file', { tags: 'language.fallback' }, async () => {
    window.history.replaceState(null, '', '/?lng=ar');
    treatments.set('/locales/ar/titles.json', ends(404));
    const language = await start(twoLanguages);
    expect(language.t('loading')).toBe('Loading...');
    expect(language.t('titles:cart')).toBe('Cart');
  });

  test('a first view that was rendered in English is taken over in English', async () => {
    window.history.replaceState(null, '', '/?lng=ar');
    const { serverLanguageOf, startLanguage } = await layerOf(twoLanguages);
    const language = await startLanguage([]);
    expect(serverLanguageOf(language).t('retry')).toBe('Try again');
    expect(window.localStorage.getItem('i18nextLng')).toBe('ar');
    expect(document.documentElement).toHaveAttribute('lang', 'ar');
    window.history.replaceState(null, '', '/?lng=en');
    const inEnglish = await startLanguage([]);
    expect(serverLanguageOf(inEnglish)).toBe(inEnglish);
  });

  const places = ['query', 'cookie', 'local storage', 'session storage', 'browser', 'page'] as const;
  const put = (place: (typeof places)[number], code: string) => {
    if (place === 'query') window.history.replaceState(null, '', `/?lng=${code}`);
    if (place === 'cookie') vi.spyOn(document, 'cookie', 'get').mockReturnValue(`i18next=${code}`);
    if (place === 'local storage') window.localStorage.setItem('i18nextLng', code);
    if (place === 'session storage') window.sessionStorage.setItem('i18nextLng', code);
    if (place === 'browser') {
      vi.spyOn(navigator, 'languages', 'get').mockReturnValue([code]);
      vi.spyOn(navigator, 'language', 'get').mockReturnValue(code);
    }
    if (place === 'page') document.documentElement.lang = code;
  };

  test.each(places.map((place, at) => [place, places.slice(at + 1)] as const))(
    'the %s decides before %j',
    { tags: 'language.detection' },
    async (place, later) => {
      vi.spyOn(navigator, 'languages', 'get').mockReturnValue([]);
      vi.spyOn(navigator, 'language', 'get').mockReturnValue('');
      document.documentElement.lang = '';
      put(place, 'ar');
      for (const each of later) put(each, 'en');
      expect((await start(twoLanguages)).resolvedLanguage).toBe('ar');
    },
  );

  test('in the shop as it is built, nobody can ask for it: English, from the left', { tags: 'visitor.english-only' }, async () => {
    for (const place of places) put(place, 'ar');
    const language = await start();
    expect(language.t('retry')).toBe('Try again');
    expect(document.documentElement).toHaveAttribute('lang', 'en');
    expect(document.documentElement).toHaveAttribute('dir', 'ltr');
    expect(asked.filter((path) => path.includes('/ar/'))).toEqual([]);
  });
});

test('a text that is missing is shown by its key, and no server is told of it', { tags: 'call.missing-keys' }, async () => {
  const language = await start();
  const before = asked.length;
  expect(before).toBeGreaterThan(0);
  expect(language.t('titles:noSuchTitle' as 'titles:cart')).toBe('noSuchTitle');
  await language.loadNamespaces('wishlist');
  expect(asked.slice(before)).toEqual(['/locales/en/wishlist.json']);
  expect(written).toEqual([]);
});

describe('what the language layer says', () => {
  test.each([
    ['it says what it does, as the shop is built', '', true],
    ['it is quiet where the build wants it so', 'false', false],
  ])('%s', { tags: 'language.debug' }, async (_, setting, isHeard) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    await start({ VITE_I18N_DEBUG: setting });
    expect(log.mock.calls.some(([said]) => String(said).startsWith('i18next'))).toBe(isHeard);
  });
});

describe('languages that are written from the right', () => {
  test.each(['ar', 'he', 'fa', 'ur', 'ps', 'yi', 'ug', 'dv', 'ckb'])('%s', { tags: 'language.right-to-left' }, async (code) => {
    const { languageOf } = await layerOf();
    expect(languageOf({}, code).dir()).toBe('rtl');
  });

  test.each(['en', 'en-GB', 'de', 'tr', 'hi'])('%s is not one of them', { tags: 'language.right-to-left' }, async (code) => {
    const { languageOf } = await layerOf();
    expect(languageOf({}, code).dir()).toBe('ltr');
  });
});
