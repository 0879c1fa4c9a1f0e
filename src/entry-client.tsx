import { startFailureId } from '#contract/hydration-data.ts';
import { reloadOnce } from '#shared/recovery.ts';
import type { DocumentScript } from './app/document-script.ts';
import './styles/theme.scss';

/** Where nothing was server-rendered, nothing is painted before the scripts have run. */
const isServerRendered = (): boolean => (document.getElementById('root')?.childElementCount ?? 0) > 0;

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Where the script in the head did not come, nothing is queued. */
const withoutDocumentScript: DocumentScript = {
  replayInput: () => undefined,
  showStartFailure: () => document.getElementById(startFailureId)?.removeAttribute('hidden'),
  showFonts: () => undefined,
  ready: Promise.resolve(),
  reloadIfLeft: () => false,
  endReloads: () => undefined,
};

const run = async () => {
  const { replayInput, showStartFailure, showFonts, ready: mayStart, endReloads } = window.documentScript ?? withoutDocumentScript;
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
    // Input need not wait for the stored cart: what is added before it has been read is merged with it.
    replayInput();
    await ready;
    // Last, because it lays out the whole page.
    showFonts();
  } catch (error) {
    // Links, and forms with an `action`, go on working.
    showFonts();
    if (!(await reloadOnce('start'))) showStartFailure();
    throw error;
  }
};

void run();
