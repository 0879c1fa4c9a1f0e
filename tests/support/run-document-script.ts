import { onTestFinished, vi } from 'vitest';
import type { DocumentScript } from '#app/document-script.ts';
import { compileDocumentScript } from '#server/build/document-script.ts';

const script = await compileDocumentScript();

/** Calls the function, and removes the listeners that it adds to the target after the test. */
const withoutLastingListeners = (target: Document | typeof globalThis, call: () => void) => {
  const listening = vi.spyOn(target, 'addEventListener');
  call();
  const added = [...listening.mock.calls];
  listening.mockRestore();
  onTestFinished(() => {
    for (const [type, listener, options] of added) target.removeEventListener(type, listener, options);
  });
};

/** Calls the function, and clears its timers and frames after the test, so that they do not fire in a later test. */
const withoutLastingTimers = (call: () => void) => {
  const { clearTimeout, cancelAnimationFrame } = globalThis;
  const timing = vi.spyOn(globalThis, 'setTimeout');
  const framing = vi.spyOn(globalThis, 'requestAnimationFrame');
  call();
  const timers = timing.mock.results.map(({ value }) => value);
  const frames = framing.mock.results.map(({ value }) => value);
  timing.mockRestore();
  framing.mockRestore();
  onTestFinished(() => {
    for (const timer of timers) clearTimeout(timer);
    for (const frame of frames) cancelAnimationFrame(frame);
  });
};

/**
 * Runs the script as the head of a document does, which jsdom does not, once in a test. Its document lives as long as the script; here the
 * next test, also of another file, uses the same, so what the script left in it is removed after the test.
 *
 * @throws if the script hands nothing over.
 */
export const runDocumentScript = (): DocumentScript => {
  const run = () => void new Function(script)();
  withoutLastingTimers(() => withoutLastingListeners(globalThis, () => withoutLastingListeners(document, run)));
  const { documentScript } = window;
  if (!documentScript) throw new Error('The script handed nothing over.');
  onTestFinished(() => {
    delete window.documentScript;
  });
  return documentScript;
};
