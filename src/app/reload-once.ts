import { browserStorage } from '#shared/browser-storage.ts';

const reloaded = browserStorage('sessionStorage', 'flone:reloaded');

/** The entry script, whose name changes with every deployment. */
const deployment = (): string => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';

/** Whether the server answers. */
export const isServerReachable = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Reloads once per deployment and missing chunk (`request`: its URL or source path), whose new name the new document has. Resolves with
 * whether it reloads: not while the server is unreachable, because the browser's error page would replace a page that works.
 */
export const reloadOnce = async (request: string): Promise<boolean> => {
  if (!(await isServerReachable())) return false;
  const attempt = `${request} ${deployment()}`;
  if (reloaded.read() === attempt) return false;
  reloaded.write(attempt);
  // Without storage a second reload could not be distinguished from the first: it might reload for ever.
  if (reloaded.read() !== attempt) return false;
  window.location.reload();
  return true;
};
