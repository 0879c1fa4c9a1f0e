import { expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { disableDemoAccounts, seedDemoAccounts } from '#server/domain/accounts/demo-accounts.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { cheapPasswords } from '#tests/support/passwords.ts';
import { aBrowser } from '#tests/support/test-browser.ts';

const db = await freshDatabase('empty');
const app = createTestApp({ db });
const signIn = async ({ email, password }: { readonly email: string; readonly password: string }): Promise<number> => {
  const browser = aBrowser(app);
  await browser.open();
  return (await browser.send(endpoints.login, { email, password })).status;
};

test('demo accounts for a shopper and a reseller are created once, and disabled when the shop goes public', async () => {
  const made = await seedDemoAccounts(db, openingDay, cheapPasswords);
  expect(made.map(({ role }) => role)).toEqual(['customer', 'reseller']);
  for (const account of made) expect(await signIn(account)).toBe(200);
  expect(await seedDemoAccounts(db, openingDay, cheapPasswords)).toEqual(made);
  expect(await db.selectFrom('account').selectAll().execute()).toHaveLength(2);

  await db
    .updateTable('account')
    .set({ password_hash: await cheapPasswords.hash('a password of their own') })
    .where('role', '=', 'customer')
    .execute();
  expect((await seedDemoAccounts(db, openingDay, cheapPasswords)).map(({ role }) => role)).toEqual(['reseller']);

  await disableDemoAccounts(db);
  for (const account of made) expect(await signIn(account)).toBe(401);
  expect(await signIn({ email: made[1]?.email ?? '', password: 'x' })).toBe(401);
  expect(await db.selectFrom('session').selectAll().execute()).toEqual([]);
});
