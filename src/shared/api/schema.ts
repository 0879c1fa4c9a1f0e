/** The part of a zod schema that reads an answer, or what was stored. */
export type Schema<Answer> = { safeParse: (value: unknown) => { success: true; data: Answer } | { success: false } };

/** For an answer without content. */
export const noContent: Schema<null> = { safeParse: () => ({ success: true, data: null }) };
