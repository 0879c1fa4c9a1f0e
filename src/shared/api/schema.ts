/** The part of a zod schema that reads an answer, or what was stored. */
export type Schema<Answer> = { safeParse: (value: unknown) => { success: true; data: Answer } | { success: false } };

/**
 * The schema of an answer. Calls of the first download load theirs with the first answer, by a function: with zod, schemas are a tenth of it.
 */
export type AnswerSchema<Answer> = Schema<Answer> | (() => Promise<Schema<Answer>>);

/** Rejects if the schema's chunk cannot be loaded. */
export const resolveSchema = async <Answer>(schema: AnswerSchema<Answer>): Promise<Schema<Answer>> =>
  typeof schema === 'function' ? schema() : schema;

/** For an answer without content. */
export const noContent: Schema<null> = { safeParse: () => ({ success: true, data: null }) };
