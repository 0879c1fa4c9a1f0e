import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type * as z from 'zod/mini';
import { Invalid } from '#server/domain/failure.ts';

type Issue = z.core.$ZodIssue;

/** Sentences for the contract's own checks, by the word that stands there instead of a message. */
const sentences: Readonly<Record<string, string>> = {
  common: 'This password is one of the first that anybody would try. Please choose another.',
  terms: 'Please agree to the terms and conditions.',
  code: 'The code has 6 digits.',
};

const sentenceFor = (issue: Issue): string => {
  const own = sentences[issue.message];
  if (own !== undefined) return own;
  if (issue.code === 'too_big') return `Please use at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}.`;
  if (issue.code === 'too_small' && issue.minimum !== 1)
    return `Please use at least ${issue.minimum}${issue.origin === 'string' ? ' characters' : ''}.`;
  if (issue.code === 'too_small') return 'Please fill this in.';
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'Please fill this in.';
  if (issue.code === 'invalid_format' && issue.format === 'email') return 'Please enter an e-mail address such as name@example.com.';
  return 'This cannot be accepted as it is. Please check it.';
};

/** Sentences by field, the first for each; `addresses.0.city` is the city of the first address. */
const sentencesByField = (issues: readonly Issue[]): Record<string, string> => {
  // No prototype: a field may have any name.
  const fields: Record<string, string> = Object.create(null);
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      // That one name is no field's, and no answer should carry it to whoever reads it carelessly.
      for (const key of issue.keys) if (key !== '__proto__') fields[key] ??= 'This cannot be set here.';
    } else if (issue.path.length > 0) fields[issue.path.join('.')] ??= sentenceFor(issue);
  }
  return { ...fields };
};

/** What a JSON call sent; refuses what is not JSON (415, 400). */
export const readJson = async (c: Context): Promise<unknown> => {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
    throw new HTTPException(415, { message: 'This must be sent as JSON.' });
  try {
    return JSON.parse(await c.req.text());
  } catch (error) {
    // Too large a body is the body limit's to refuse, and it has.
    if (error instanceof HTTPException) throw error;
    throw new HTTPException(400, { message: 'What was sent cannot be read.' });
  }
};

/** What was sent, as the contract has it; throws `Invalid` with sentences by field. */
export const parseBody = <Schema extends z.core.$ZodType>(body: unknown, schema: Schema & z.ZodMiniType): z.output<Schema> => {
  const read = schema.safeParse(body, { reportInput: true });
  if (read.success) return read.data;
  throw new Invalid('Please check what is marked and try again.', sentencesByField(read.error.issues));
};

/** The body of a JSON call, as the contract has it. */
export const readBody = async <Schema extends z.core.$ZodType>(c: Context, schema: Schema & z.ZodMiniType): Promise<z.output<Schema>> =>
  parseBody(await readJson(c), schema);
