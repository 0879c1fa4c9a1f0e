import type { Context } from 'hono';
import type { Staff } from '#server/domain/desk/staff.ts';
import type { Call } from '#server/http/calls.ts';
import type { Input, Result, Serve } from '#server/http/serve.ts';

/** The input of functions that show one item at the desk. */
export type DeskItemRequest = { readonly id: string; readonly by: Staff; readonly now: Date };

/** Serves changing calls, which answer with the changed item. */
export const changesOn =
  (serve: Serve) =>
  <C extends Call>(call: C, show: (input: Input<C>) => Result<C> | Promise<Result<C>>, change: (input: Input<C>) => Promise<unknown>) =>
    serve(call, async (input) => {
      await change(input);
      return show(input);
    });

/** A query parameter that is one of these words; the first for any other. */
export const readView = <View extends string>(c: Context, views: readonly [View, ...View[]]): View =>
  views.find((view) => view === c.req.query('view')) ?? views[0];

/** A buyer's photograph. Opened by itself, it can run nothing. */
export const sendPhotograph = (c: Context, content: Uint8Array<ArrayBuffer>): Response =>
  c.body(content, 200, { 'Content-Type': 'image/jpeg', 'Content-Security-Policy': "default-src 'none'; sandbox" });
