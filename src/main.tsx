import { laterScripts, startFailure } from '#contract/first-view.ts';
import { reloadOnce } from './app/reload-once.ts';
import './styles/theme.scss';

/** Longer than this, a shopper never waits for what is only for the eyes. */
const longestWait = 2000;

/**
 * Resolves when the first view stands complete, or the shopper wants something of it: until then its styles, fonts and pictures
 * have the line to themselves. Without a first view there is nothing to wait for.
 */
const firstViewStands = async (): Promise<void> => {
  const hasFirstView = (document.getElementById('root')?.childElementCount ?? 0) > 0;
  if (!hasFirstView) return;
  if (document.readyState !== 'complete')
    await new Promise((resolve) => {
      for (const event of ['load', 'pointerdown', 'keydown', 'touchstart']) window.addEventListener(event, resolve, { once: true });
      setTimeout(resolve, longestWait);
    });
  // What has loaded has not been painted yet. A page in the background paints nothing, so it does not wait for that.
  if (document.visibilityState === 'visible')
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
};

/** Fetches every script of the screen side by side, instead of one after the other as each is found. */
const fetchScripts = () => {
  const later = document.getElementById(laterScripts);
  if (later instanceof HTMLTemplateElement) document.head.append(later.content);
};

/**
 * Queues presses of buttons until hydration, one for each button however often it is pressed; a button that waits is marked as busy.
 * Links, and forms with an `action` as the search has, work without scripts and are left alone.
 */
const queuePresses = () => {
  /** The buttons, each with the `aria-busy` that it had. */
  const pressed = new Map<HTMLButtonElement, string | null>();
  const queue = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (!button || button.form?.hasAttribute('action')) return;
    event.preventDefault();
    event.stopPropagation();
    if (pressed.has(button)) return;
    pressed.set(button, button.getAttribute('aria-busy'));
    button.setAttribute('aria-busy', 'true');
  };
  document.addEventListener('click', queue, { capture: true });
  /** Ends the queue; `press` is called with each button that is still in the document. */
  const end = (press: (button: HTMLButtonElement) => void = () => undefined) => {
    document.removeEventListener('click', queue, { capture: true });
    for (const [button, busy] of pressed) {
      if (busy === null) button.removeAttribute('aria-busy');
      else button.setAttribute('aria-busy', busy);
      if (button.isConnected) press(button);
    }
  };
  return end;
};

const open = async () => {
  const endQueue = queuePresses();
  try {
    await firstViewStands();
    fetchScripts();
    const { start } = await import('./app/start.tsx');
    const { shown, ready } = start();
    await shown;
    // Nothing waits for the stored cart: what is added before it has been read is merged with it.
    endQueue((button) => button.click());
    await ready;
  } catch (error) {
    // Links, and forms with an `action`, go on working.
    endQueue();
    if (!(await reloadOnce('start'))) document.getElementById(startFailure)?.removeAttribute('hidden');
    throw error;
  }
};

void open();
