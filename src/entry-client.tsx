import { isDeskPath } from '#contract/desk/path.ts';
import { recover } from '#shared/recovery.ts';
import { start } from './app/start.tsx';
import './styles/theme.scss';

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const run = async () => {
  // Missing where the script in the head did not come: then nothing is queued.
  const { documentScript } = window;
  delete window.documentScript;
  try {
    // The scripts have just been evaluated. Hydrating in the same task would block input for half a second on a slow phone.
    await nextTask();
    const root = document.getElementById('root');
    if (!root) return;
    // Where the desk is off, the server has rendered the shop's page for unknown URLs, so the root has children.
    if (root.childElementCount === 0 && isDeskPath(window.location.pathname)) {
      const { startDesk } = await import('./desk/start-desk.tsx');
      await startDesk(root);
      // Until the desk is rendered presses are queued, as for any page that is being hydrated.
      return documentScript?.replayInput();
    }
    const { hydrated, ready } = start(root);
    await hydrated;
    // Input need not wait for the stored cart: what is added before it has been read is merged with it.
    documentScript?.replayInput();
    await ready;
  } catch (error) {
    await recover(error);
    // Links, and forms with an `action`, go on working.
    documentScript?.showStartFailure();
    throw error;
  }
};

void run();
