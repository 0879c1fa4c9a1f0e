import type { Database } from '#server/db/schema.ts';
import type { PasswordHasher } from '#server/domain/accounts/passwords.ts';

/** An account to try the shop with; its password is public. */
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

/** Creates missing demo accounts; gives those whose password is still the public one. */
export const seedDemoAccounts = async (db: Database, now: Date, passwords: PasswordHasher): Promise<DemoAccount[]> => {
  const usable: DemoAccount[] = [];
  for (const { id, role, email, password, firstName, lastName } of demoAccounts) {
    const existing = await db.selectFrom('account').select('password_hash').where('id', '=', id).executeTakeFirst();
    if (!existing) {
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
    if (!existing || (await passwords.verify(password, existing.password_hash))) usable.push({ role, email, password });
  }
  return usable;
};

/** Disables demo accounts in a public shop that was tried out before: an empty hash matches no password. */
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
