import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { detectLanguage } from '#shared/i18n/detect-language.ts';
import { commonNamespaces, hasNamespaces, languageOf, loadNamespaces, startLanguage } from '#shared/i18n/language.ts';
import { readTranslations } from '#tests/support/translations.ts';

const english = readTranslations();
const requestedPaths: string[] = [];

const server = setupServer(
  http.get('*/locales/:code/:file', ({ request, params }) => {
    requestedPaths.push(new URL(request.url).pathname);
    const name = String(params.file).replace('.json', '');
    const texts = params.code === 'en' ? english[name] : undefined;
    return texts ? HttpResponse.json(texts) : new HttpResponse(null, { status: 404 });
  }),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

const browserLanguages = (first: string, ...others: string[]) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([first, ...others]);
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(first);
};

beforeEach(() => {
  requestedPaths.length = 0;
  browserLanguages('en-GB', 'en');
});
afterEach(() => {
  server.resetHandlers();
});

describe('the language that a shopper gets', () => {
  test('the language of the shop is detected in the order query, cookie, local storage, session storage, browser, page', {
    tags: 'language.detection',
  }, async () => {
    window.history.replaceState(null, '', '/?lng=q1');
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('i18next=c1');
    window.localStorage.setItem('i18nextLng', 'l1');
    window.sessionStorage.setItem('i18nextLng', 's1');
    browserLanguages('n1');
    document.documentElement.lang = 'h1';
    const { options, services } = await startLanguage([]);
    expect(options.detection).toMatchObject({ order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'] });
    // startLanguage has overwritten these two with the detected language.
    window.localStorage.setItem('i18nextLng', 'l1');
    document.documentElement.lang = 'h1';
    const detector: { detect: () => string[] } = services.languageDetector;
    expect([...new Set(detector.detect())]).toEqual(['q1', 'c1', 'l1', 's1', 'n1', 'h1']);
  });

  test('the language of the shop is English for a browser in en-GB, without requests for en-GB files', { tags: 'call.texts' }, async () => {
    const language = await startLanguage(['cart']);
    expect(language.resolvedLanguage).toBe('en');
    expect(language.getFixedT('en', 'cart')('heading')).toBe('Your cart');
    expect(requestedPaths.toSorted()).toEqual(['/locales/en/cart.json', '/locales/en/common.json', '/locales/en/titles.json']);
  });

  test('English texts that came with the document are not requested, others are', { tags: 'call.texts' }, async () => {
    const language = await startLanguage(['shop'], { common: { retry: 'Once more' }, titles: {}, shop: { heading: 'All goods' } });
    expect(language.t('retry')).toBe('Once more');
    expect(language.getFixedT('en', 'shop')('heading')).toBe('All goods');
    expect(requestedPaths).toEqual([]);
    await language.loadNamespaces(['cart']);
    expect(language.getFixedT('en', 'cart')('heading')).toBe('Your cart');
    expect(requestedPaths).toEqual(['/locales/en/cart.json']);
  });

  test.each(['fr', 'de-AT', 'ar', 'xx-rubbish', '../../etc'])(
    'the language of the shop is English when the query asks for %s, which is not supported',
    { tags: 'language.fallback' },
    async (code) => {
      window.history.replaceState(null, '', `/?lng=${encodeURIComponent(code)}`);
      const language = await startLanguage([]);
      expect(language.resolvedLanguage).toBe('en');
      expect(language.t('retry')).toBe('Try again');
      expect(requestedPaths.every((path) => path.startsWith('/locales/en/'))).toBe(true);
    },
  );

  test('the language of the shop is stored in local storage under i18nextLng', { tags: 'language.remembered' }, async () => {
    window.history.replaceState(null, '', '/?lng=en');
    await startLanguage([]);
    expect(window.localStorage.getItem('i18nextLng')).toBe('en');
    expect(document.cookie).toBe('');
    expect(window.sessionStorage.getItem('i18nextLng')).toBeNull();
  });

  test('the language of the shop is never the one in which i18next shows keys, by a link or from an earlier visit', async () => {
    window.history.replaceState(null, '', '/?lng=cimode');
    window.localStorage.setItem('i18nextLng', 'CIMODE');
    const language = await startLanguage([]);
    expect(language.t('common:loading')).toBe('Loading...');
    expect(window.localStorage.getItem('i18nextLng')).toMatch(/^en/);
    window.localStorage.setItem('i18nextLng', 'cimode');
    await detectLanguage(language);
    expect(language.t('common:loading')).toBe('Loading...');
    expect(window.localStorage.getItem('i18nextLng')).toMatch(/^en/);
  });

  test('the language of the shop sets lang and dir of the html element', async () => {
    document.documentElement.lang = '';
    document.documentElement.dir = 'rtl';
    const language = await startLanguage([]);
    expect(document.documentElement).toHaveAttribute('lang', expect.stringMatching(/^en/));
    expect(document.documentElement).toHaveAttribute('dir', 'ltr');
    for (const code of ['ar', 'he', 'fa', 'ur', 'ar-EG']) {
      language.emit('languageChanged', code);
      expect(document.documentElement).toHaveAttribute('lang', code);
      expect(document.documentElement).toHaveAttribute('dir', 'rtl');
    }
  });
});

describe('the translation files', () => {
  test('the translation files are loaded with the required i18next options', async () => {
    const { options } = await startLanguage([]);
    expect(options).toMatchObject({
      fallbackLng: ['en'],
      maxParallelReads: 10,
      maxRetries: 5,
      retryTimeout: 350,
      saveMissing: false,
      interpolation: { escapeValue: false },
    });
  });

  test('a translated text has its numbers formatted by its language, and texts unchanged', async () => {
    const language = await startLanguage(['shop']);
    expect(language.getFixedT('en', 'shop')('found', { count: 12_500 })).toBe('12,500 products');
    expect(language.t('header.home', { shop: '12500' })).toBe('12500, home');
    const german = languageOf({ shop: { found_other: '{{count}} Waren' } }, 'de');
    expect(german.t('shop:found', { count: 12_500 })).toBe('12.500 Waren');
  });

  test('a translated text does not escape interpolated values', { tags: 'language.unescaped' }, async () => {
    const language = await startLanguage([]);
    expect(language.t('header.home', { shop: 'Fish & <Chips>' })).toBe('Fish & <Chips>, home');
  });

  /** Starts with fake timers, advances them until the language is loaded, and returns the waits between requests of titles.json. */
  const startWithFakeTimers = async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const start = Date.now();
    const requestedAtMs: number[] = [];
    const recordRequest = ({ request }: { request: Request }) => {
      if (request.url.endsWith('/titles.json')) requestedAtMs.push(Date.now() - start);
    };
    server.events.on('request:start', recordRequest);
    let isLoaded = false;
    const language = startLanguage([]).finally(() => {
      isLoaded = true;
    });
    while (!isLoaded && Date.now() - start < 30_000) {
      await vi.advanceTimersByTimeAsync(10);
      for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    server.events.removeListener('request:start', recordRequest);
    const waits = requestedAtMs.slice(1).map((time, index) => time - (requestedAtMs[index] ?? 0));
    return { language: await language, waits };
  };

  test.each([
    ['a server’s 500', () => new HttpResponse(null, { status: 500 })],
    ['a server’s 503', () => new HttpResponse(null, { status: 503 })],
    ['a network failure', () => HttpResponse.error()],
  ])(
    'the translation files are retried five times after %s, with a back-off of 350 ms that doubles each time',
    { tags: ['language.retry', 'language.retry-waits'] },
    async (_, answer) => {
      server.use(http.get('*/locales/en/titles.json', answer));
      const { language, waits } = await startWithFakeTimers();
      expect(waits).toHaveLength(5);
      for (const [index, wait] of waits.entries()) {
        expect(wait).toBeGreaterThanOrEqual(350 * 2 ** index - 10);
        expect(wait).toBeLessThan(350 * 2 ** index + 150);
      }
      expect(language.t('retry')).toBe('Try again');
    },
  );

  test('the translation files are not retried again after a retry succeeds', async () => {
    server.use(http.get('*/locales/en/titles.json', () => new HttpResponse(null, { status: 502 }), { once: true }));
    const { language, waits } = await startWithFakeTimers();
    expect(waits).toHaveLength(1);
    expect(language.getFixedT('en', 'titles')('cart')).toBe('Cart');
  });

  test.each([
    ['a 404', () => new HttpResponse(null, { status: 404 })],
    ['a 403', () => new HttpResponse(null, { status: 403 })],
    ['broken JSON', () => new HttpResponse('{"cart": ')],
  ])('the translation files are not retried after %s', { tags: 'language.no-retry' }, async (_, answer) => {
    server.use(http.get('*/locales/en/titles.json', answer));
    const { language, waits } = await startWithFakeTimers();
    expect(waits).toEqual([]);
    expect(language.t('retry')).toBe('Try again');
  });

  test('a translation file that is not there is an error with its URL, and is requested again when it is wanted again', async () => {
    const language = await startLanguage([]);
    server.use(http.get('*/locales/en/cart.json', () => new HttpResponse(null, { status: 404 }), { once: true }));
    await expect(loadNamespaces(language, ['titles', 'cart'])).rejects.toThrow(/https?:\/\/.+\/locales\/en\/cart\.json$/);
    expect(hasNamespaces(language, ['titles', 'cart'])).toBe(false);
    requestedPaths.length = 0;
    await loadNamespaces(language, ['titles', 'cart']);
    expect(requestedPaths).toEqual(['/locales/en/cart.json']);
    expect(hasNamespaces(language, ['titles', 'cart'])).toBe(true);
    expect(language.getFixedT('en', 'cart')('heading')).toBe('Your cart');
    await loadNamespaces(language, ['titles', 'cart']);
    expect(requestedPaths).toHaveLength(1);
  });

  test('a translation file that is being loaded is not requested a second time', async () => {
    const language = await startLanguage([]);
    requestedPaths.length = 0;
    await Promise.all([language.loadNamespaces(['cart']), loadNamespaces(language, ['cart']), loadNamespaces(language, ['cart'])]);
    expect(requestedPaths).toEqual(['/locales/en/cart.json']);
    expect(hasNamespaces(language, ['cart'])).toBe(true);
  });

  test('the translation files are loaded at most ten at a time', { tags: 'language.parallel' }, async () => {
    const requests = vi.spyOn(globalThis, 'fetch');
    let arrived = 0;
    const waiting: (() => void)[] = [];
    server.use(
      http.get('*/locales/en/*', async () => {
        arrived += 1;
        await new Promise<void>((resolve) => void waiting.push(resolve));
        return HttpResponse.json({});
      }),
    );
    const names = Array.from({ length: 20 }, (_, at) => `words-${at}`);
    const started = startLanguage(names);
    for (let sent = 10; sent <= names.length + commonNamespaces.length; sent += 1) {
      // Requests that are sent together are all sent before the first of them arrives.
      await expect.poll(() => arrived, { interval: 5 }).toBeGreaterThanOrEqual(sent);
      expect(requests).toHaveBeenCalledTimes(sent);
      // Its answer makes room for one more.
      waiting.shift()?.();
    }
    for (const release of waiting) release();
    await started;
  });
});

describe('a language whose translations are bundled', () => {
  test('a language whose translations are bundled returns the same texts as i18next, from an object with a single property for components to copy', () => {
    const language = languageOf(english);
    const own: typeof language = Object.getPrototypeOf(language);
    expect(Object.keys(language)).toEqual(['getFixedT']);
    const values = { name: 'Salt pot', count: 2, number: 12_500, amount: '£4.50', percent: 20, text: 'Add' };
    for (const [namespace, texts] of Object.entries(english)) {
      const keys = Object.entries(texts).flatMap(([key, text]) =>
        typeof text === 'object' && text !== null ? Object.keys(text).map((name) => `${key}.${name}`) : [key],
      );
      const read = (from: typeof language) => keys.map((key) => from.getFixedT('en', namespace as 'shop')(key as 'found', values));
      expect(read(language)).toEqual(read(own));
    }
  });

  test('a language whose translations are bundled is ready at once and does not escape interpolated values', () => {
    const language = languageOf(english);
    expect(language.isInitialized).toBe(true);
    expect(language.t('header.home', { shop: 'A & B' })).toBe('A & B, home');
    expect(language.dir()).toBe('ltr');
  });

  test('a language whose translations are bundled may be written from right to left', () => {
    const language = languageOf({ common: { retry: 'حاول مرة أخرى' } }, 'ar');
    expect(language.t('retry')).toBe('حاول مرة أخرى');
    expect(language.dir()).toBe('rtl');
  });
});
