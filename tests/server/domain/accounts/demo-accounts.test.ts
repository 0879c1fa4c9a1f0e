import { generateSync } from 'otplib';
import { expect, onTestFinished, test } from 'vitest';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { endpoints } from '#contract/endpoints.ts';
import { disableDemoAccounts, seedDemoAccounts, seedDemoSeller } from '#server/domain/accounts/demo-accounts.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { openDesk } from '#tests/support/desk.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { cheapPasswords, plainSecrets } from '#tests/support/passwords.ts';
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

test('the demo seller signs in with a code of the printed secret, which stays the same, and opens the desk until the shop goes public', async () => {
  const own = await freshDatabase('empty', onTestFinished);
  const context = { now: openingDay, passwords: cheapPasswords, secretBox: plainSecrets, sender: { shopName: 'Mugs', shopUrl: '' } };
  const seller = await seedDemoSeller(own, context);
  expect(await seedDemoSeller(own, context)).toEqual(seller);
  expect(seller?.link).toContain(`secret=${seller?.secret}`);
  const desk = openDesk({ db: own });
  const browser = aBrowser(desk);
  await browser.open();
  const oneTimeCode = generateSync({ secret: seller?.secret ?? '', epoch: openingDay.getTime() / 1000 });
  const { email = '', password = '' } = seller ?? {};
  expect((await browser.send(endpoints.login, { email, password })).status).toBe(422);
  expect((await browser.send(endpoints.login, { email, password, oneTimeCode })).status).toBe(200);
  expect((await browser.send(deskEndpoints.staffProfile)).status).toBe(200);
  await disableDemoAccounts(own);
  expect((await browser.send(deskEndpoints.staffProfile)).status).toBe(401);
  expect(await own.selectFrom('staff').selectAll().execute()).toEqual([]);
});
