import { type ApiError, networkError } from './api/api-error.ts';
import { browserStorage } from './browser-storage.ts';

export const reloadedKey = 'flone:reloaded';

const reloaded = browserStorage('sessionStorage', reloadedKey);

/** The entry script, whose name changes with every deployment. */
const deployment = (): string => document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '';

/** Time in ms after which the server, or a file, counts as unreachable. */
const maxRequestMs = 5000;

const request = (url: string, options: RequestInit): Promise<Response | undefined> =>
  fetch(url, { ...options, signal: AbortSignal.timeout(maxRequestMs) }).catch(() => undefined);

export const isServerReachable = async (): Promise<boolean> => (await request('/', { method: 'HEAD' }))?.ok === true;

/**
 * The URL in a browser's error about a script or stylesheet, and in ours about texts; WebKit's errors have none. The server has no URL of
 * its own, so it gives a path as it is.
 */
export const failedUrl = (cause: unknown): string | undefined => {
  const [url] = /(?:https?:\/\/|\/assets\/)[^\s)]+/.exec(cause instanceof Error ? cause.message : '') ?? [];
  return url && (typeof window === 'undefined' ? url : new URL(url, window.location.href).href);
};

/** WebKit remembers that a module failed, also after a reload, until its URL is fetched in another way. */
const refetchScripts = () =>
  Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].map(({ href }) => request(href, { cache: 'reload' })),
  );

/** Reloads once per deployment, whatever is missing: two files would else reload the page in turns. */
const reloadOnce = (): void => {
  const attempt = deployment();
  if (reloaded.read() === attempt) return;
  reloaded.write(attempt);
  // Without storage a second reload could not be distinguished from the first: it might reload for ever.
  if (reloaded.read() === attempt) window.location.reload();
};

let hasUnstored = (): boolean => false;

/** The page is not reloaded by itself while this says that something is stored nowhere else. */
export const holdReloads = (isUnstored: () => boolean, signal: AbortSignal): void => {
  hasUnstored = () => !signal.aborted && isUnstored();
};

/** Whether a reload would lose what somebody typed. A prefilled form counts as well: then the shopper is asked. */
const isTyped = (): boolean => {
  const searched = new URLSearchParams(window.location.search).get('q');
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('form input, form textarea')].some(
    ({ type, name, value }) => {
      if (['radio', 'checkbox', 'hidden'].includes(type) || value === '') return false;
      return name === 'quantity' ? value !== '1' : value !== searched;
    },
  );
};

/** Whether the server no longer has a file of this page. A static host may answer with its document instead. */
const isGone = (answer: Response): boolean =>
  answer.status === 404 || answer.status === 410 || answer.headers.get('Content-Type')?.includes('text/html') === true;

/**
 * Decides what to tell about a script or a file of texts that did not load. If a deployment has replaced the files of this page, the answer is
 * `updated`, which only a reload mends; the page reloads by itself, once, if nothing would be lost. Otherwise it is `network`: the same request may
 * succeed later, and Retry is offered. Not a listener of `vite:preloadError`, which is also fired for prefetches: a page must not reload because a
 * pointer moves over a link.
 */
export const recover = async (cause: unknown): Promise<ApiError> => {
  const { href } = window.location;
  const url = failedUrl(cause);
  const [shop, file] = await Promise.all([request('/', { cache: 'no-cache' }), url && request(url, { cache: 'reload' }), refetchScripts()]);
  if (!shop?.ok) return networkError;
  const isOfOtherDeployment = !(await shop.text()).includes(deployment());
  // Without a URL the file cannot be asked for: a reload is the remedy that works in any case.
  const isUpdated = url === undefined || isOfOtherDeployment || (file && isGone(file));
  if (!isUpdated) return networkError;
  if (window.location.href === href && !isTyped() && !hasUnstored()) reloadOnce();
  return { status: 'updated' };
};
