import type { Database } from '#server/db/schema.ts';
import type { PasswordHasher } from '#server/domain/accounts/passwords.ts';
import { demoSecondFactor } from '#server/domain/accounts/second-factor.ts';
import { addStaff } from '#server/domain/desk/staff.ts';

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

const demoSeller = {
  id: 'demo-seller',
  role: 'customer',
  email: 'seller@flone.example.com',
  password: 'try-the-desk',
  firstName: 'Sol',
  lastName: 'Seller',
} as const;

/** Creates the account if it is missing; returns whether its password is still the public one. */
const seedAccount = async (
  db: Database,
  { id, role, email, password, firstName, lastName }: (typeof demoAccounts)[number] | typeof demoSeller,
  now: Date,
  passwords: PasswordHasher,
): Promise<boolean> => {
  const existing = await db.selectFrom('account').select('password_hash').where('id', '=', id).executeTakeFirst();
  if (existing) return passwords.verify(password, existing.password_hash);
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
  return true;
};

/** Creates missing demo accounts; returns those whose password is still the public one. */
export const seedDemoAccounts = async (db: Database, now: Date, passwords: PasswordHasher): Promise<DemoAccount[]> => {
  const usable: DemoAccount[] = [];
  for (const account of demoAccounts) if (await seedAccount(db, account, now, passwords)) usable.push(account);
  return usable.map(({ role, email, password }) => ({ role, email, password }));
};

/** Secret and link are of an authenticator app, made for this shop. */
export type DemoSeller = { readonly email: string; readonly password: string; readonly secret: string; readonly link: string };

/** Creates the demo seller, who may use the desk; undefined where the password is not the public one any more. */
export const seedDemoSeller = async (
  db: Database,
  { now, passwords, ...factor }: Parameters<typeof demoSecondFactor>[2] & { readonly passwords: PasswordHasher },
): Promise<DemoSeller | undefined> => {
  if (!(await seedAccount(db, demoSeller, now, passwords))) return undefined;
  await addStaff(db, demoSeller.email, 'seller', { now });
  const app = await demoSecondFactor(db, demoSeller, { ...factor, now });
  return app && { email: demoSeller.email, password: demoSeller.password, ...app };
};

/** Disables demo accounts in a public shop that was tried out before: an empty hash matches no password. */
export const disableDemoAccounts = async (db: Database): Promise<void> => {
  const ids = [...demoAccounts, demoSeller].map(({ id }) => id);
  await db
    .updateTable('account')
    .set({ password_hash: '', role: 'customer' })
    .where('id', 'in', ids)
    .where('password_hash', '!=', '')
    .execute();
  await db.deleteFrom('staff').where('account_id', 'in', ids).execute();
  await db.deleteFrom('session').where('account_id', 'in', ids).execute();
};
