import { type BrowserError, browserErrorLimits } from '#contract/browser-error.ts';
import { endpoints } from '#contract/endpoints.ts';
import { sendUnsafe } from './api/axios-client.ts';
import { noContent } from './api/schema.ts';

/** Per document: an error in a loop must not become a flood of calls. */
const maxReports = 5;

const reportedErrors = new Set<string>();

/**
 * Sends an error to the log of the server: each message once, and not what a lost connection caused. Without the query of the page's
 * URL, which may contain an order's id. Never throws.
 */
export const reportError = async (error: unknown): Promise<void> => {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const text = `${name}: ${message}`.slice(0, browserErrorLimits.message);
  if (name === 'ChunkLoadError' || name === 'AbortError' || reportedErrors.has(text) || reportedErrors.size >= maxReports) return;
  reportedErrors.add(text);
  const data: BrowserError = {
    message: text,
    stack: stack.slice(0, browserErrorLimits.stack),
    path: window.location.pathname.slice(0, browserErrorLimits.path),
  };
  await sendUnsafe({ method: endpoints.browserError.method, url: endpoints.browserError.path, data }, noContent);
};
