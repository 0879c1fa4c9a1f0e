import { startFailureId } from '#contract/hydration-data.ts';
import type { DocumentScript } from './app/document-script.ts';
import { reloadOnce } from './app/reload-once.ts';
import './styles/theme.scss';

/** Where nothing was server-rendered, nothing is painted before the scripts have run. */
const isServerRendered = (): boolean => (document.getElementById('root')?.childElementCount ?? 0) > 0;

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The longest that one script is fetched again before the page goes on with its recovery. */
const maxRefetchMs = 5000;

/** WebKit remembers that a module failed, also after a reload, until its URL is fetched in another way. */
const refetchScripts = () =>
  Promise.allSettled(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].map(({ href }) =>
      fetch(href, { cache: 'reload', signal: AbortSignal.timeout(maxRefetchMs) }),
    ),
  );

/** Where the script in the head did not come, nothing is queued. */
const withoutDocumentScript: DocumentScript = {
  endQueue: () => undefined,
  showFonts: () => undefined,
  ready: Promise.resolve(),
  reloadIfLeft: () => false,
  endReloads: () => undefined,
};

const run = async () => {
  const { endQueue, showFonts, ready: mayStart, endReloads } = window.documentScript ?? withoutDocumentScript;
  try {
    if (isServerRendered()) await mayStart;
    // In a task each, because evaluating all scripts and starting in one blocks input for 150 ms on a slow phone.
    await import('./app/libraries.ts');
    await nextTask();
    const { start } = await import('./app/start.tsx');
    await nextTask();
    const { hydrated, ready } = start();
    await hydrated;
    endReloads();
    // Clicks need not wait for the stored cart: what is added before it has been read is merged with it.
    endQueue((button) => button.click());
    await ready;
    // Last, because it lays out the whole page.
    showFonts();
  } catch (error) {
    // Links, and forms with an `action`, go on working.
    endQueue();
    showFonts();
    await refetchScripts();
    if (!(await reloadOnce('start'))) document.getElementById(startFailureId)?.removeAttribute('hidden');
    throw error;
  }
};

void run();
