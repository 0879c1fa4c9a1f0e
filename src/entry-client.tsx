import { startFailureId } from '#contract/hydration-data.ts';
import { recover } from '#shared/recovery.ts';
import type { DocumentScript } from './app/document-script.ts';
import { start } from './app/start.tsx';
import './styles/theme.scss';

/** Where the script in the head did not come, nothing is queued. */
const withoutDocumentScript: DocumentScript = {
  replayInput: () => undefined,
  showStartFailure: () => document.getElementById(startFailureId)?.removeAttribute('hidden'),
};

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const run = async () => {
  const { replayInput, showStartFailure } = window.documentScript ?? withoutDocumentScript;
  try {
    // The scripts have just been evaluated: both in one task would block input for half a second on a slow phone.
    await nextTask();
    const { hydrated, ready } = start();
    await hydrated;
    // Input need not wait for the stored cart: what is added before it has been read is merged with it.
    replayInput();
    await ready;
  } catch (error) {
    await recover(error);
    // Links, and forms with an `action`, go on working.
    showStartFailure();
    throw error;
  }
};

void run();
