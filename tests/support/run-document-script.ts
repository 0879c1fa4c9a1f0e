import { onTestFinished, vi } from 'vitest';
import type { DocumentScript } from '#app/document-script.ts';
import { compileDocumentScript } from '#scripts/document-script.ts';

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

/**
 * Runs the script as the head of a document does, which jsdom does not, once in a test. Its document lives as long as the script; here the
 * next test, also of another file, uses the same, so what the script left in it is removed after the test.
 *
 * @throws if the script hands nothing over.
 */
export const runDocumentScript = (): DocumentScript => {
  withoutLastingListeners(globalThis, () => withoutLastingListeners(document, () => void new Function(script)()));
  const { documentScript } = window;
  if (!documentScript) throw new Error('The script handed nothing over.');
  onTestFinished(() => {
    documentScript.showFonts();
    delete window.documentScript;
  });
  return documentScript;
};
