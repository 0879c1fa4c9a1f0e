import { Hono } from 'hono';
import type { Profile } from '#contract/account.ts';
import { endpoints } from '#contract/endpoints.ts';

/** The profile call (spec 7). Nobody can sign in yet, so everybody is a visitor. */
export const accountRoutes = (): Hono =>
  new Hono().get(endpoints.profile.path, (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json({ user: null } satisfies Profile);
  });
