import '#contract/zod-config.ts';
import * as z from 'zod/mini';

/** The rows of a page of a list; `next` is what `after` asks the next page with. */
export const pageOf = <Row extends z.ZodMiniType>(row: Row) => ({ items: z.array(row), next: z.nullable(z.string()) });
