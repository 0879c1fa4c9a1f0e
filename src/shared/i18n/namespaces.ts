import type { i18n } from 'i18next';

/** The address of the texts of a namespace. */
export const loadPath = '/locales/{{lng}}/{{ns}}.json';

// i18next's `hasLoadedNamespace` is also true of files that failed. Without a backend there are none: the texts came with the instance.
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
