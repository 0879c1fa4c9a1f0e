import { randomUUID } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import { demoAccounts } from '#e2e/shopping.ts';
import type { TemporaryShop } from '#scripts/temporary-shop.ts';
import type { Database } from '#server/db/schema.ts';
import { startSession } from '#server/domain/accounts/sessions.ts';
import { readEnv } from '#server/env.ts';
import { openExistingShop } from '#server/open-shop.ts';

/** Works on the database of a running shop. */
export const withDatabase = async <Result>({ settings }: TemporaryShop, work: (db: Database) => Promise<Result>): Promise<Result> => {
  const { db } = await openExistingShop(readEnv(settings));
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
};

/** Adds a confirmed account of Ada Moss that no other test has; for tests of something else than registering. */
export const addAccount = (shop: TemporaryShop): Promise<readonly [email: string, password: string]> =>
  withDatabase(shop, async (db) => {
    const [demoEmail, password] = demoAccounts.shopper;
    const demo = await db.selectFrom('account').selectAll().where('email_key', '=', demoEmail).executeTakeFirstOrThrow();
    const email = `ada-${randomUUID()}@example.com`;
    await db
      .insertInto('account')
      .values({ ...demo, id: randomUUID(), role: 'customer', email, email_key: email, first_name: 'Ada', last_name: 'Moss' })
      .execute();
    return [email, password];
  });

/** Signs an account in on a browser, as the form would; for tests of something else than signing in. */
export const startSessionIn = (context: BrowserContext, shop: TemporaryShop, [email]: readonly [email: string, password: string]) =>
  withDatabase(shop, async (db) => {
    const { id } = await db.selectFrom('account').select('id').where('email_key', '=', email).executeTakeFirstOrThrow();
    const value = await startSession(db, id, new Date());
    await context.addCookies([{ name: 'session', value, url: shop.address, httpOnly: true, sameSite: 'Lax' }]);
  });
