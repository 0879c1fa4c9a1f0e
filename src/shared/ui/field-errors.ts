import type { FieldErrors } from './use-form.ts';

type Issue = { readonly path: readonly PropertyKey[]; readonly code?: string | undefined; readonly message: string };

/** What is asked of a schema of the contract: zod's own, reduced to saying what is wrong. */
type FormSchema = {
  readonly safeParse: (
    values: unknown,
  ) => { readonly success: true } | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
};

/** Why a value cannot be accepted: nothing stands there, it is too long, or it is not what was asked for. */
export type Fault = 'empty' | 'long' | 'wrong';

const isEmpty = (value: unknown) => value === undefined || value === false || (typeof value === 'string' && value.trim() === '');

/**
 * What a schema of the contract finds wrong with a form's values, one sentence for each field. `say` makes the sentence, from the
 * field's name, the fault, and the schema's own word where it has one ("common" for a password that everybody knows).
 * A fault within a list is told at its whole path, "items.0".
 */
export const fieldErrors = (
  schema: FormSchema,
  values: Readonly<Record<string, unknown>>,
  say: (name: string, fault: Fault, word: string) => string,
): FieldErrors => {
  const read = schema.safeParse(values);
  if (read.success) return {};
  const errors: Record<string, string> = {};
  for (const { path, code, message } of read.error.issues) {
    const name = path.map(String).join('.');
    const fault = isEmpty(values[name]) ? 'empty' : code === 'too_big' ? 'long' : 'wrong';
    errors[name] ??= say(name, fault, message);
  }
  return errors;
};
