import { expect } from 'vitest';

type Schema = { readonly safeParse: (value: unknown) => { readonly success: boolean; readonly data?: unknown } };
type Fields = Readonly<Record<string, unknown>>;

/**
 * Expects a schema to keep these fields and no others, to require those of `needed`, and to refuse each with a value of another type or one
 * of `wrong`.
 */
export const expectFields = (schema: Schema, needed: Fields, optional: Fields = {}, wrong: readonly unknown[] = []): void => {
  const whole = { ...needed, ...optional };
  expect(schema.safeParse({ ...whole, unknownField: 'x' })).toEqual({ success: true, data: whole });
  expect(schema.safeParse(needed)).toMatchObject({ success: true, data: needed });
  for (const field of Object.keys(needed))
    expect([field, schema.safeParse({ ...whole, [field]: undefined }).success]).toEqual([field, false]);
  for (const [field, value] of Object.entries(whole))
    for (const other of [typeof value === 'number' ? 'x' : 7, ...wrong])
      expect([field, other, schema.safeParse({ ...whole, [field]: other }).success]).toEqual([field, other, false]);
};
