import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type * as z from 'zod/mini';
import { productProblems } from '#contract/desk/products.ts';
import { voucherProblems } from '#contract/desk/vouchers.ts';
import { Failure, Invalid } from '#server/domain/failure.ts';

type Issue = z.core.$ZodIssue;

/** Messages for custom checks of the contract, by the keyword that they use as message. */
const customMessages: Readonly<Record<string, string>> = {
  common: 'This password is one of the first that anybody would guess. Choose another.',
  terms: 'Agree to the terms and conditions.',
  code: 'The code has 6 digits.',
  ...voucherProblems,
  ...productProblems,
  oneTimeCode: 'A code from your app has 6 digits, a recovery code 16 letters and digits.',
};

const messageFor = (issue: Issue): string => {
  const custom = customMessages[issue.message];
  if (custom !== undefined) return custom;
  if (issue.code === 'too_big') return `Use at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}.`;
  if (issue.code === 'too_small' && issue.minimum !== 1)
    return `Use at least ${issue.minimum}${issue.origin === 'string' ? ' characters' : ''}.`;
  if (issue.code === 'too_small') return 'Fill this in.';
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'Fill this in.';
  if (issue.code === 'invalid_format' && issue.format === 'email') return 'Enter an email address such as name@example.com.';
  return 'This isn’t quite right. Check it and try again.';
};

const countMissing = (issues: readonly Issue[]): number =>
  issues.filter((issue) => issue.code === 'invalid_type' && issue.input === undefined).length;

/** Of a body that may have several forms, what is wrong with the one of which the fewest fields are missing; of equals, the last. */
const issuesOf = (issue: Issue): readonly Issue[] =>
  issue.code === 'invalid_union'
    ? issue.errors.reduce((best, form) => (countMissing(form) <= countMissing(best) ? form : best), issue.errors[0] ?? [])
    : [issue];

/** The first message for each field, by path: `addresses.0.city` is the city of the first address. */
const messagesByField = (issues: readonly Issue[]): Record<string, string> => {
  // No prototype, because field names come from the request.
  const fields: Record<string, string> = Object.create(null);
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      // `__proto__` is left out of the response: a client that copies it would set a prototype.
      for (const key of issue.keys) if (key !== '__proto__') fields[key] ??= 'This cannot be set here.';
    } else if (issue.path.length > 0) fields[issue.path.join('.')] ??= messageFor(issue);
  }
  return { ...fields };
};

type Format<Body> = { readonly contentType: RegExp; readonly refusal: string; readonly parse: () => Promise<Body> };

/** What `read` makes of a body; throws 400 when the body breaks off or cannot be parsed, and passes on what `read` refuses. */
export const orUnreadable = async <Body>(read: () => Promise<Body>): Promise<Body> => {
  try {
    return await read();
  } catch (error) {
    // Too large (413), or an upload that is too slow.
    if (error instanceof HTTPException || error instanceof Failure) throw error;
    throw new HTTPException(400, { message: 'What was sent cannot be read.' });
  }
};

/** The parsed body; throws 415 with `refusal` for another content type, 400 when it cannot be parsed. */
export const readAs = async <Body>(c: Context, { contentType, refusal, parse }: Format<Body>): Promise<Body> => {
  if (!contentType.test(c.req.header('content-type') ?? '')) throw new HTTPException(415, { message: refusal });
  return orUnreadable(parse);
};

/** The parsed JSON body; throws 415 or 400. */
const readJson = (c: Context): Promise<unknown> =>
  readAs(c, {
    contentType: /^application\/json\s*(;|$)/i,
    refusal: 'This must be sent as JSON.',
    parse: async () => JSON.parse(await c.req.text()),
  });

/** Validates a body against a schema of the contract; throws `Invalid` with messages by field. */
export const parseBody = <Schema extends z.core.$ZodType>(body: unknown, schema: Schema & z.ZodMiniType): z.output<Schema> => {
  const result = schema.safeParse(body, { reportInput: true });
  if (result.success) return result.data;
  throw new Invalid('Check what is marked and try again.', messagesByField(result.error.issues.flatMap(issuesOf)));
};

/** Reads and validates a JSON body; throws 415, 400 or `Invalid`. */
export const readBody = async <Schema extends z.core.$ZodType>(c: Context, schema: Schema & z.ZodMiniType): Promise<z.output<Schema>> =>
  parseBody(await readJson(c), schema);
