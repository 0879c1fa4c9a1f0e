/** A mutant that no test needs to notice, by what stands in the source (white space as one blank) and what it becomes. */
type Judgement = { readonly file: string; readonly mutator: string; readonly from: string; readonly to: string; readonly why: string };

export const judged: readonly Judgement[] = [];
