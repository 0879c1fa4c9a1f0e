import { redact } from '#server/domain/redact.ts';
import { calls } from '#server/http/calls.ts';
import type { Serve } from '#server/http/serve.ts';
import type { Services } from '#server/http/services.ts';

/** The log of errors in browsers (extension), whose messages may quote what somebody typed. */
export const browserErrorRoutes = (serve: Serve, { log }: Services): void =>
  serve(calls.browserError, ({ body: { message, stack, path } }) =>
    log.warn({ message: redact(message), stack: redact(stack), path }, 'error in a browser'),
  );
