import { browserStorage } from '#shared/browser-storage.ts';

export const reloadedKey = 'flone:reloaded';

const reloaded = browserStorage('sessionStorage', reloadedKey);

/** The entry script, whose name changes with every deployment. */
const deployment = (): string => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';

/** Whether the server answers. */
export const isServerReachable = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** The longest that one script is fetched again before the page goes on with its recovery. */
const maxRefetchMs = 5000;

/** WebKit remembers that a module failed, also after a reload, until its URL is fetched in another way. */
const refetchScripts = () =>
  Promise.allSettled(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].map(({ href }) =>
      fetch(href, { cache: 'reload', signal: AbortSignal.timeout(maxRefetchMs) }),
    ),
  );

/**
 * Reloads once per deployment and missing chunk (`request`: its URL or source path), whose new name the new document has. Resolves with
 * whether it reloads: not while the server is unreachable, because the browser's error page would replace a page that works.
 */
export const reloadOnce = async (request: string): Promise<boolean> => {
  if (!(await isServerReachable())) return false;
  await refetchScripts();
  const attempt = `${request} ${deployment()}`;
  if (reloaded.read() === attempt) return false;
  reloaded.write(attempt);
  // Without storage a second reload could not be distinguished from the first: it might reload for ever.
  if (reloaded.read() !== attempt) return false;
  window.location.reload();
  return true;
};
