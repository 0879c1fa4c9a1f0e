import { browserStorage } from '#shared/browser-storage.ts';

export const reloadedKey = 'flone:reloaded';

const reloaded = browserStorage('sessionStorage', reloadedKey);

/** The entry script, whose name changes with every deployment. */
const deployment = (): string => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';

/** Before the server, or a script, counts as unreachable. */
const maxRequestMs = 5000;

/** Whether the server answers. */
export const isServerReachable = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', signal: AbortSignal.timeout(maxRequestMs) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** WebKit remembers that a module failed, also after a reload, until its URL is fetched in another way. */
const refetchScripts = () =>
  Promise.allSettled(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].map(({ href }) =>
      fetch(href, { cache: 'reload', signal: AbortSignal.timeout(maxRequestMs) }),
    ),
  );

/**
 * Reloads once per deployment and missing chunk (`request`: its URL or source path), whose new name the new document has. Resolves with
 * whether it reloads: not while the server is unreachable, because the browser's error page would replace a page that works, and not after
 * the shopper has gone on to another one.
 */
export const reloadOnce = async (request: string): Promise<boolean> => {
  const { href } = window.location;
  // Scripts also where it does not reload: the shopper's own reload needs them.
  const [isReachable] = await Promise.all([isServerReachable(), refetchScripts()]);
  if (!isReachable || window.location.href !== href) return false;
  const attempt = `${request} ${deployment()}`;
  if (reloaded.read() === attempt) return false;
  reloaded.write(attempt);
  // Without storage a second reload could not be distinguished from the first: it might reload for ever.
  if (reloaded.read() !== attempt) return false;
  window.location.reload();
  return true;
};
