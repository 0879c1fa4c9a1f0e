import type { FieldErrors } from './use-form.ts';

type Issue = { readonly path: readonly PropertyKey[]; readonly code?: string | undefined; readonly message: string };

/** The part of a zod schema that is used here. */
export type FormSchema = {
  readonly safeParse: (
    values: unknown,
  ) => { readonly success: true } | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
};

/** Why a value is invalid: it is empty, too long, or anything else. */
export type ValidationIssue = 'empty' | 'long' | 'wrong';

const isEmpty = (value: unknown) => value === undefined || value === false || (typeof value === 'string' && value.trim() === '');

/**
 * The validation errors of a form's values by a zod schema, one message per field. `toMessage` gets the field's name, the issue and the
 * schema's own message, e.g. "common" for a common password. The name of a field within a list is its path, "items.0".
 */
export const fieldErrors = (
  schema: FormSchema,
  values: Readonly<Record<string, unknown>>,
  toMessage: (name: string, issue: ValidationIssue, schemaMessage: string) => string,
): FieldErrors => {
  const parsed = schema.safeParse(values);
  if (parsed.success) return {};
  const errors: Record<string, string> = {};
  for (const { path, code, message } of parsed.error.issues) {
    const name = path.map(String).join('.');
    const issue = isEmpty(values[name]) ? 'empty' : code === 'too_big' ? 'long' : 'wrong';
    errors[name] ??= toMessage(name, issue, message);
  }
  return errors;
};
