import * as z from 'zod/mini';

/** The longest texts of a report, in characters; the sender cuts them. */
export const browserErrorLimits = { message: 500, stack: 4000, path: 300 } as const;

const text = (max: number) => z.string().check(z.maxLength(max));

/** POST /client/errors (extension): an error in a browser, with the path of its page. */
export const browserError = z.object({
  message: text(browserErrorLimits.message),
  stack: text(browserErrorLimits.stack),
  path: text(browserErrorLimits.path),
});

export type BrowserError = z.output<typeof browserError>;
