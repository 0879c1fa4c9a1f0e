import type { Database } from '#server/db/schema.ts';
import type { PasswordHasher } from '#server/domain/passwords.ts';

/** Somebody to try the shop as. */
export type DemoAccount = { readonly role: 'customer' | 'reseller'; readonly email: string; readonly password: string };

const demoAccounts = [
  {
    id: 'demo-shopper',
    role: 'customer',
    email: 'shopper@flone.example.com',
    password: 'try-the-shop',
    firstName: 'Sam',
    lastName: 'Shopper',
  },
  {
    id: 'demo-reseller',
    role: 'reseller',
    email: 'reseller@flone.example.com',
    password: 'try-reselling',
    firstName: 'Robin',
    lastName: 'Reseller',
  },
] as const;

/** Makes the demo accounts where they are not there yet, and answers those that can still be used with the password that everybody knows. */
export const seedDemoAccounts = async (db: Database, now: Date, passwords: PasswordHasher): Promise<DemoAccount[]> => {
  const usable: DemoAccount[] = [];
  for (const { id, role, email, password, firstName, lastName } of demoAccounts) {
    const kept = await db.selectFrom('account').select('password_hash').where('id', '=', id).executeTakeFirst();
    if (!kept) {
      const at = now.toISOString();
      await db
        .insertInto('account')
        .values({
          id,
          email,
          email_key: email,
          role,
          wants_to_resell: 0,
          first_name: firstName,
          last_name: lastName,
          phone: '',
          addresses: '[]',
          marketing: 0,
          password_hash: await passwords.hash(password),
          verified_at: at,
          accepted_terms_at: at,
          created_at: at,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    if (!kept || (await passwords.verify(password, kept.password_hash))) usable.push({ role, email, password });
  }
  return usable;
};

/** Shuts the demo accounts of a shop that goes public with the data it was tried with: nobody can sign in to them any more. */
export const disableDemoAccounts = async (db: Database): Promise<void> => {
  const ids = demoAccounts.map(({ id }) => id);
  await db
    .updateTable('account')
    .set({ password_hash: '', role: 'customer' })
    .where('id', 'in', ids)
    .where('password_hash', '!=', '')
    .execute();
  await db.deleteFrom('session').where('account_id', 'in', ids).execute();
};
