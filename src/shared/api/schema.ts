/** What is asked of a schema of the contract: zod's own, reduced to reading something unknown. */
export type Schema<Answer> = { safeParse: (value: unknown) => { success: true; data: Answer } | { success: false } };
