import type { BackendModule, FormatterModule, InitOptions, i18n, ParseKeys, Services } from 'i18next';
import i18next from 'i18next';
import { formatNumber, isEnglish } from '#contract/locale.ts';
import { env } from '#shared/env.ts';

/** URL of a namespace's texts. */
const loadPath = '/locales/{{lng}}/{{ns}}.json';

// i18next's `hasLoadedNamespace` is also true of files that failed. Without a backend none can: the texts came with the instance.
const isLoaded = (language: i18n, namespace: string): boolean =>
  language.hasLoadedNamespace(namespace) &&
  (!language.modules.backend || language.languages.some((code) => language.hasResourceBundle(code, namespace)));

/** Whether nothing is loading, and each namespace has its texts in the shopper's or the fallback language. */
export const hasNamespaces = (language: i18n, namespaces: readonly string[]): boolean =>
  namespaces.every((namespace) => isLoaded(language, namespace));

/** Loads texts, also those that failed before. Rejects with an error that names the file when one is not there afterwards. */
export const loadNamespaces = async (language: i18n, namespaces: readonly string[]): Promise<void> => {
  const missing = () => namespaces.filter((namespace) => !isLoaded(language, namespace));
  await Promise.all(
    missing().map((namespace) =>
      // Not i18next's `loadNamespaces`, which never requests a file again after a 404, and also waits for all other namespaces.
      language.reloadResources(
        language.languages.filter((code) => !language.hasResourceBundle(code, namespace)),
        namespace,
      ),
    ),
  );
  const [failed] = missing();
  if (failed === undefined) return;
  const file = loadPath.replace('{{lng}}', language.languages.at(-1) ?? '').replace('{{ns}}', failed);
  throw new Error(`Loading the texts failed: ${new URL(file, window.location.href).href}`);
};

/** The namespaces of the layout, loaded on every screen. */
export const commonNamespaces = ['common', 'titles'] as const;

/** The fallback language, and that of server-rendered pages. */
const english = 'en';

/** i18next-http-backend, loaded with the first texts that the document does not carry: hydration needs no others. */
const lazyBackend = (): BackendModule => {
  let services: Services;
  const load = async () => {
    const { default: HttpBackend } = await import('i18next-http-backend');
    return new HttpBackend(services, { loadPath });
  };
  let loading: ReturnType<typeof load> | undefined;
  return {
    type: 'backend',
    callbackApi: true,
    init: (ofInstance) => {
      services = ofInstance;
    },
    read: (language, namespace, callback) => {
      loading ??= load();
      loading.then(
        (backend) => backend.read(language, namespace, callback),
        (error) => {
          loading = undefined;
          // `true`: i18next tries again.
          callback(error, true);
        },
      );
    },
  };
};

/** Formats every interpolated number for its language, without a format in the texts. */
const numberFormatter: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value, _form, code) => (typeof value === 'number' ? formatNumber(value, code ?? english) : value),
};

/** Options of browser, server and tests. */
const sharedOptions = {
  fallbackLng: english,
  supportedLngs: [english, ...env.VITE_LANGUAGES.split(',')],
  nonExplicitSupportedLngs: true,
  load: 'languageOnly',
  ns: [...commonNamespaces],
  defaultNS: 'common',
  interpolation: { escapeValue: false, alwaysFormat: true },
  saveMissing: false,
  react: { useSuspense: true },
} satisfies InitOptions;

/**
 * The instance for components, with hardly a property of its own: react-i18next copies those at each mount. i18next's `getFixedT` copies
 * all options for each text; this one supports neither `keyPrefix` nor functions as keys.
 */
const forComponents = (language: i18n): i18n => {
  const getFixedT = (lng: string, ns: string) => (key: ParseKeys, values?: object) => language.t(key, { ...values, lng, ns });
  return Object.assign(Object.create(language), { getFixedT });
};

/**
 * Starts i18next in the browser. Resolves when the namespaces are loaded. The language is the shopper's; or English, with `texts`, the English
 * ones by namespace that came with the document: what the server rendered is hydrated with them, and `detectLanguage` follows.
 */
export const startLanguage = async (namespaces: readonly string[], texts?: Readonly<Record<string, object>>): Promise<i18n> => {
  const language = i18next.createInstance();
  const updateDocument = (code: string) => {
    const { documentElement } = document;
    // There is one English, whatever the browser's region: that of the server-rendered document.
    const lang = isEnglish(code) ? english : code;
    const dir = language.dir(lang);
    // Setting either to the value that it has would also restyle the whole document.
    if (documentElement.lang !== lang) documentElement.lang = lang;
    if (documentElement.dir !== dir) documentElement.dir = dir;
  };
  language.on('languageChanged', updateDocument);
  const detector = texts ? undefined : await import('./detect-language.ts');
  if (detector) language.use(detector.LanguageDetector);
  await language
    .use(lazyBackend())
    .use(numberFormatter)
    .init({
      ...sharedOptions,
      ns: [...commonNamespaces, ...namespaces],
      debug: env.VITE_I18N_DEBUG,
      ...(texts && { lng: english, resources: { [english]: { ...texts } }, partialBundledLanguages: true }),
      maxParallelReads: 10,
      maxRetries: 5,
      retryTimeout: 350,
      ...(detector && { detection: detector.detection }),
    });
  return forComponents(language);
};

/** An i18next instance with its texts by namespace, for server rendering and tests. */
export const languageOf = (texts: Readonly<Record<string, object>>, code = english): i18n => {
  const language = i18next.createInstance();
  void language
    .use(numberFormatter)
    .init({ ...sharedOptions, lng: code, supportedLngs: [english, code], resources: { [code]: texts }, initAsync: false });
  return forComponents(language);
};
