import type { Context } from 'hono';

/** A query parameter that is one of these words; the first for any other. */
export const readView = <View extends string>(c: Context, views: readonly [View, ...View[]]): View =>
  views.find((view) => view === c.req.query('view')) ?? views[0];

/** A buyer's photograph. Opened by itself, it can run nothing. */
export const sendPhotograph = (c: Context, content: Uint8Array<ArrayBuffer>): Response =>
  c.body(content, 200, { 'Content-Type': 'image/jpeg', 'Content-Security-Policy': "default-src 'none'; sandbox" });
