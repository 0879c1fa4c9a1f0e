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
 * Reloads once per deployment and missing chunk, whose URL or source path is `request`: after a deployment the new document names the new
 * chunks. Resolves with whether it reloads: not while the server is unreachable, as that would replace a page that still works with the
 * browser's error page.
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
