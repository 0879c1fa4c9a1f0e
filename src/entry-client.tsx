import { deferredPreloadsId, startFailureId } from '#contract/hydration-data.ts';
import { reloadOnce } from './app/reload-once.ts';
import './styles/theme.scss';

/** The longest that hydration is put off for the first paint. */
const maxPaintWaitMs = 2000;

/**
 * Resolves when the server-rendered page has loaded and been painted, or at the first input, so that scripts do not compete with its
 * styles, fonts and images for bandwidth. Resolves at once where nothing was server-rendered.
 */
const waitForFirstPaint = async (): Promise<void> => {
  const isServerRendered = (document.getElementById('root')?.childElementCount ?? 0) > 0;
  if (!isServerRendered) return;
  if (document.readyState !== 'complete')
    await new Promise((resolve) => {
      for (const event of ['load', 'pointerdown', 'keydown', 'touchstart']) window.addEventListener(event, resolve, { once: true });
      setTimeout(resolve, maxPaintWaitMs);
    });
  // A background tab is not painted.
  if (document.visibilityState === 'visible')
    await new Promise((resolve) => {
      new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
      setTimeout(resolve, maxPaintWaitMs);
    });
};

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Applies the preloads that the server put into a template: all scripts and texts of the screen are fetched in parallel. */
const applyPreloads = () => {
  const template = document.getElementById(deferredPreloadsId);
  if (template instanceof HTMLTemplateElement) document.head.append(template.content);
};

/**
 * Queues clicks on buttons until hydration, once per button however often it is clicked; a queued button is marked `aria-busy`.
 * Links, and forms with an `action` as the search has, work without scripts and are left alone.
 */
const queueClicks = () => {
  /** The queued buttons, each with its own `aria-busy`. */
  const queued = new Map<HTMLButtonElement, string | null>();
  const queue = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (!button || button.form?.hasAttribute('action')) return;
    event.preventDefault();
    event.stopPropagation();
    if (queued.has(button)) return;
    queued.set(button, button.getAttribute('aria-busy'));
    button.setAttribute('aria-busy', 'true');
  };
  document.addEventListener('click', queue, { capture: true });
  /** Stops queueing; `replay` is called with each button that is still in the document. */
  const end = (replay: (button: HTMLButtonElement) => void = () => undefined) => {
    document.removeEventListener('click', queue, { capture: true });
    for (const [button, busy] of queued) {
      if (busy === null) button.removeAttribute('aria-busy');
      else button.setAttribute('aria-busy', busy);
      if (button.isConnected) replay(button);
    }
  };
  return end;
};

/** The longest that one script is fetched again before the page goes on with its recovery. */
const maxRefetchMs = 5000;

/** WebKit remembers that a module failed, also after a reload, until its URL is fetched in another way. */
const refetchScripts = () =>
  Promise.allSettled(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].map(({ href }) =>
      fetch(href, { cache: 'reload', signal: AbortSignal.timeout(maxRefetchMs) }),
    ),
  );

const run = async () => {
  const endQueue = queueClicks();
  try {
    await waitForFirstPaint();
    applyPreloads();
    // In a task each, because evaluating all scripts and starting in one blocks input for 150 ms on a slow phone.
    await import('./app/libraries.ts');
    await nextTask();
    const { start } = await import('./app/start.tsx');
    await nextTask();
    const { hydrated, ready } = start();
    await hydrated;
    // Clicks need not wait for the stored cart: what is added before it has been read is merged with it.
    endQueue((button) => button.click());
    await ready;
  } catch (error) {
    // Links, and forms with an `action`, go on working.
    endQueue();
    await refetchScripts();
    if (!(await reloadOnce('start'))) document.getElementById(startFailureId)?.removeAttribute('hidden');
    throw error;
  }
};

void run();
