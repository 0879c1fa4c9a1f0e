import { randomUUID } from 'node:crypto';
import { ukTime } from '#contract/delivery-dates.ts';
import type { StaffRole } from '#contract/desk/endpoints.ts';
import type { Database } from '#server/db/schema.ts';
import { endSessions } from '#server/domain/accounts/sessions.ts';
import { emailKeyOf } from '#server/domain/email-address.ts';
import { Conflict, Forbidden, NotFound } from '#server/domain/failure.ts';

/** The member of staff who acts at the desk, by their first name, and the call that they make. */
export type Staff = {
  readonly accountId: string;
  readonly name: string;
  readonly role: StaffRole;
  readonly call: string;
  /** Whether a code of the second factor was given within `freshCodeMinutes`. */
  readonly hasFreshCode?: boolean;
};

/** Throws `Forbidden` with the code `freshCode`, for which the desk asks for one. */
export const requireFreshCode = ({ hasFreshCode }: Pick<Staff, 'hasFreshCode'>): void => {
  if (!hasFreshCode) throw new Forbidden('Please enter a code of your authenticator app first.', 'freshCode');
};

/** Whoever acts at the desk: `seen` is the version of the order that they looked at (`checkVersion`). The command line has neither. */
export type Acting = { readonly by?: Staff | undefined; readonly seen?: number | undefined };

/** Notes what a member of staff does, in the transaction that does it; `subject` is an order's id or a reference. */
export const addStaffEvent = async (
  transaction: Database,
  { accountId, call }: Pick<Staff, 'accountId' | 'call'>,
  subject: string,
  now: Date,
): Promise<void> => {
  await transaction
    .insertInto('staff_event')
    .values({ id: randomUUID(), at: now.toISOString(), account_id: accountId, what: call, subject })
    .execute();
};

/** The UK time of day, such as "10:05". */
export const clock = (at: string): string => {
  const { minutes } = ukTime(new Date(at));
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
};

/** Who of the staff last did something with one of these subjects, and when, such as "Ada, 10:05"; undefined if nobody did at the desk. */
export const lastActorOf = async (db: Database, ...subjects: readonly string[]): Promise<string | undefined> => {
  const last = await db
    .selectFrom('staff_event')
    .leftJoin('account', 'account.id', 'staff_event.account_id')
    .select(['account.first_name', 'staff_event.at'])
    .where('staff_event.subject', 'in', subjects)
    .orderBy('staff_event.at', 'desc')
    .executeTakeFirst();
  return last && `${last.first_name ?? 'Somebody'}, ${clock(last.at)}`;
};

/** The role of an account at the desk; undefined for all others. */
export const findStaffRole = async (db: Database, accountId: string): Promise<StaffRole | undefined> =>
  (await db.selectFrom('staff').select('role').where('account_id', '=', accountId).executeTakeFirst())?.role;

/** Notes a sign-in, if it is one of the staff. */
export const noteSignIn = async (db: Database, accountId: string, now: Date): Promise<void> => {
  if ((await findStaffRole(db, accountId)) !== undefined) await addStaffEvent(db, { accountId, call: 'signIn' }, '', now);
};

const findAccount = async (db: Database, email: string) => {
  const account = await db.selectFrom('account').selectAll().where('email_key', '=', emailKeyOf(email)).executeTakeFirst();
  if (!account) throw new NotFound(`There is no account with the address ${email}.`);
  return account;
};

/** An account with its role at the desk; it is let in once it `hasSecondFactor`. */
export type StaffMember = {
  readonly email: string;
  readonly name: string;
  readonly role: StaffRole;
  readonly addedAt: string;
  readonly hasSecondFactor: boolean;
};

const readStaff = async (db: Database, accountId?: string): Promise<StaffMember[]> => {
  const rows = await db
    .selectFrom('staff')
    .innerJoin('account', 'account.id', 'staff.account_id')
    .leftJoin('second_factor', 'second_factor.account_id', 'staff.account_id')
    .select(['account.email', 'account.first_name', 'account.last_name', 'staff.role', 'staff.added_at', 'second_factor.confirmed_at'])
    .$if(accountId !== undefined, (query) => query.where('staff.account_id', '=', accountId ?? ''))
    .orderBy('staff.added_at')
    .orderBy('account.email')
    .execute();
  return rows.map(({ email, first_name, last_name, role, added_at, confirmed_at }) => ({
    email,
    name: `${first_name} ${last_name}`,
    role,
    addedAt: added_at,
    hasSecondFactor: confirmed_at !== null,
  }));
};

/** The staff, the first added first. */
export const listStaff = (db: Database): Promise<StaffMember[]> => readStaff(db);

/** Gives an account a role at the desk, or another one. Throws `NotFound`, and `Conflict` while its address is not confirmed. */
export const addStaff = async (db: Database, email: string, role: StaffRole, now: Date): Promise<StaffMember> => {
  const account = await findAccount(db, email);
  if (account.verified_at === null)
    throw new Conflict(`${account.email} is not confirmed yet: anybody may have registered it. Ask its owner to confirm it first.`);
  await db
    .insertInto('staff')
    .values({ account_id: account.id, role, added_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ role }))
    .execute();
  const [member] = await readStaff(db, account.id);
  if (!member) throw new NotFound(`${account.email} has just been taken off the staff.`);
  return member;
};

/** Takes the role away, and ends the account's sessions; gives its address. Throws `NotFound`. */
export const endStaff = (db: Database, email: string): Promise<string> =>
  db.transaction().execute(async (transaction) => {
    const account = await findAccount(transaction, email);
    const ended = await transaction.deleteFrom('staff').where('account_id', '=', account.id).returning('account_id').executeTakeFirst();
    if (!ended) throw new NotFound(`${account.email} is not of the staff.`);
    await endSessions(transaction, account.id);
    return account.email;
  });

/** Deletes what is older than the retention. */
export const purgeStaffEvents = async (db: Database, before: string): Promise<void> => {
  await db.deleteFrom('staff_event').where('at', '<=', before).execute();
};
