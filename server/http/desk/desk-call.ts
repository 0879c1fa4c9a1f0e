import * as z from 'zod/mini';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { callsOf } from '#server/http/calls.ts';

type Name = keyof typeof deskEndpoints;
type Rules = Parameters<ReturnType<typeof callsOf>>[2];

/** A call by its name in the contract, which says who may; all are counted by account. */
export const desk = <N extends Name, const R extends Rules>(name: N, summary: string, rules: R) => ({
  ...callsOf('Desk')(deskEndpoints[name], summary, { limit: 'desk', ...rules }),
  name,
});

export const after = { description: 'Where the page begins: `next` of the page before.', schema: z.string() } as const;
/** The query parameter of a list with views. */
export const view = (views: readonly [string, ...string[]]) => ({ description: 'Which of them.', schema: z.enum(views) });
