import { createHash, randomUUID } from 'node:crypto';
import { type Expression, type SqlBool, sql } from 'kysely';
import { isDay, startOfUkDay } from '#contract/delivery-dates.ts';
import { catalogueDeeds } from '#contract/desk/endpoints.ts';
import type { StaffList } from '#contract/desk/people.ts';
import type { StaffEventPage } from '#contract/desk/settings.ts';
import type { StaffRole } from '#contract/desk/staff.ts';
import { fullName } from '#contract/full-name.ts';
import { isOneLine } from '#contract/text-line.ts';
import type { Database } from '#server/db/schema.ts';
import { requireAccount } from '#server/domain/accounts/account-row.ts';
import { endSessions } from '#server/domain/accounts/sessions.ts';
import { readPage } from '#server/domain/desk/cursor.ts';
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
export type ActingStaff = { readonly by?: Staff | undefined; readonly seen?: number | undefined };

/**
 * Notes what a member of staff does, in the transaction that does it; `subject` is an order's or account's id, or a reference. Neither it nor
 * `note` holds personal data.
 */
export const addStaffEvent = async (
  transaction: Database,
  { accountId, call }: Pick<Staff, 'accountId' | 'call'>,
  subject: string,
  now: Date,
  note = '',
): Promise<void> => {
  await transaction
    .insertInto('staff_event')
    .values({ id: randomUUID(), at: now.toISOString(), account_id: accountId, what: call, subject, note })
    .execute();
};

/** The UK time of day, such as "10:05". */
export const clock = (at: string): string => new Date(at).toLocaleTimeString('en-GB', { timeZone: 'Europe/London', timeStyle: 'short' });

/** Who did the last of these events, and when, such as "Ada, 10:05"; undefined if there is none. */
const lastActor = async (db: Database, isWanted: Expression<SqlBool>): Promise<string | undefined> => {
  const last = await db
    .selectFrom('staff_event')
    .leftJoin('account', 'account.id', 'staff_event.account_id')
    .select(['account.first_name', 'staff_event.at'])
    .where(isWanted)
    .orderBy('staff_event.at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last && `${last.first_name ?? 'Somebody'}, ${clock(last.at)}`;
};

/** Who of the staff last did something with one of these subjects, and when; undefined if nobody did at the desk. */
export const lastActorOf = (db: Database, ...subjects: readonly string[]): Promise<string | undefined> =>
  lastActor(db, sql`staff_event.subject in (${sql.join(subjects)})`);

/** Who of the staff last changed the catalogue, and when, such as " (at the desk last: Ada, 10:05)"; '' if nobody did after `since`. */
export const lastOfCatalogue = async (db: Database, since = ''): Promise<string> => {
  const last = await lastActor(db, sql`staff_event.what in (${sql.join(catalogueDeeds)}) and staff_event.at > ${since}`);
  return last === undefined ? '' : ` (at the desk last: ${last})`;
};

/** The version of a list: a hash of its rows. */
export const versionOfList = (rows: readonly object[]): string => createHash('sha256').update(JSON.stringify(rows)).digest('base64url');

/** Whoever changes a list at the desk, and its version that they saw. The command line has neither. */
export type ActingOnList = { readonly by: Staff; readonly seenVersion: string; readonly now: Date };

/**
 * Logs who changes a list, in the transaction and under the lock of the change. Throws `Conflict` naming who has changed it since, unless `rows` are
 * those of the version that was seen.
 */
export const noteListChange = async (
  transaction: Database,
  { by, seenVersion, now }: ActingOnList,
  rows: readonly object[],
  { call, subject }: { readonly call: string; readonly subject: string },
): Promise<void> => {
  if (versionOfList(rows) !== seenVersion) {
    const last = await lastActorOf(transaction, subject);
    throw new Conflict(
      `Nothing was done: the list has changed since you looked at it${last === undefined ? '' : ` (${last})`}.`,
      undefined,
      'changed',
    );
  }
  await addStaffEvent(transaction, { ...by, call }, subject, now);
};

/** The role of an account at the desk; undefined for all others. */
export const findStaffRole = async (db: Database, accountId: string): Promise<StaffRole | undefined> =>
  (await db.selectFrom('staff').select('role').where('account_id', '=', accountId).executeTakeFirst())?.role;

/** Notes a sign-in, if it is one of the staff. */
export const noteSignIn = async (db: Database, accountId: string, now: Date): Promise<void> => {
  if ((await findStaffRole(db, accountId)) !== undefined) await addStaffEvent(db, { accountId, call: 'signIn' }, '', now);
};

/** An account with its role at the desk; it is let in once it `hasSecondFactor`. */
export type StaffMember = Omit<StaffList['items'][number], 'isSelf'>;

/** The staff, or one of them, the first added first. */
export const listStaff = async (db: Database, accountId?: string): Promise<StaffMember[]> => {
  const rows = await db
    .selectFrom('staff')
    .innerJoin('account', 'account.id', 'staff.account_id')
    .leftJoin('second_factor', 'second_factor.account_id', 'staff.account_id')
    .select([
      'account.id',
      'account.email',
      'account.first_name',
      'account.last_name',
      'staff.role',
      'staff.added_at',
      'second_factor.confirmed_at',
    ])
    .$if(accountId !== undefined, (query) => query.where('staff.account_id', '=', accountId ?? ''))
    .orderBy('staff.added_at')
    .orderBy('account.email')
    .execute();
  return rows.map(({ id, email, first_name, last_name, role, added_at, confirmed_at }) => ({
    id,
    email,
    name: fullName({ firstName: first_name, lastName: last_name }),
    role,
    addedAt: added_at,
    hasSecondFactor: confirmed_at !== null,
  }));
};

/**
 * At the desk a seller changes the role of others only, and only while still a seller: when Ada and Sam take the role from each other at once, one of
 * them succeeds, so that a seller is left.
 */
const noteStaffChange = async (transaction: Database, by: Staff | undefined, accountId: string, now: Date): Promise<void> => {
  if (!by) return;
  if (by.accountId === accountId) throw new Conflict('This is your own role: please ask another seller to change it.');
  // An update that changes nothing, as a lock.
  const own = await transaction
    .updateTable('staff')
    .set({ role: 'seller' })
    .where('account_id', '=', by.accountId)
    .where('role', '=', 'seller')
    .returning('account_id')
    .executeTakeFirst();
  if (!own) throw new Forbidden('Your account may not do this.');
  await addStaffEvent(transaction, by, accountId, now);
};

/** `seen`: the role that whoever acts at the desk has seen, null for none. */
type StaffChange = { readonly now: Date; readonly by?: Staff | undefined; readonly seen?: StaffRole | null | undefined };

/**
 * Gives an account a role at the desk, or another one. Throws `NotFound`, and `Conflict` while its address is not confirmed, or with the code
 * `changed` where it has another role than was seen.
 */
export const addStaff = (db: Database, email: string, role: StaffRole, { now, by, seen }: StaffChange): Promise<StaffMember> =>
  db.transaction().execute(async (transaction) => {
    const account = await requireAccount(transaction, email);
    if (!account.isVerified)
      throw new Conflict(
        `The address ${account.email} is not confirmed yet: anybody may have registered it. Ask its owner to confirm it first.`,
      );
    await noteStaffChange(transaction, by, account.id, now);
    const current = (await findStaffRole(transaction, account.id)) ?? null;
    if (seen !== undefined && seen !== current)
      throw new Conflict(
        `The account ${account.email} ${current === null ? 'is not of the staff any more' : `is ${current} already`}.`,
        undefined,
        'changed',
      );
    await transaction
      .insertInto('staff')
      .values({ account_id: account.id, role, added_at: now.toISOString() })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ role }))
      .execute();
    const [member] = await listStaff(transaction, account.id);
    if (!member) throw new NotFound(`${account.email} has just been taken off the staff.`);
    return member;
  });

/** Takes the role away, and ends the account's sessions; returns its address. Throws `NotFound`. */
export const endStaff = (db: Database, email: string, { now, by }: StaffChange): Promise<string> =>
  db.transaction().execute(async (transaction) => {
    const account = await requireAccount(transaction, email);
    await noteStaffChange(transaction, by, account.id, now);
    const ended = await transaction.deleteFrom('staff').where('account_id', '=', account.id).returning('account_id').executeTakeFirst();
    if (!ended) throw new NotFound(`The account ${account.email} is not of the staff.`);
    await endSessions(transaction, account.id);
    return account.email;
  });

/** A page of what the staff did, the latest first; `who` is the id of an account, `day` one of the UK. */
export const listStaffEvents = async (
  db: Database,
  { who = '', what = '', day = '', after }: Readonly<Partial<Record<'who' | 'what' | 'day' | 'after', string>>>,
): Promise<StaffEventPage> => {
  let query = db
    .selectFrom('staff_event')
    .leftJoin('account', 'account.id', 'staff_event.account_id')
    .select(['staff_event.id', 'at', 'what', 'subject', 'note', 'first_name', 'last_name']);
  if (isOneLine(who, 100)) query = query.where('staff_event.account_id', '=', who);
  if (isOneLine(what, 100)) query = query.where('what', '=', what);
  if (isDay(day)) query = query.where('at', '>=', startOfUkDay(day).toISOString()).where('at', '<', startOfUkDay(day, 1).toISOString());
  const { rows, next } = await readPage(query, {
    by: [sql.ref('at'), sql.ref('staff_event.id')],
    operator: '<',
    cursorOf: (row) => [row.at, row.id],
    after,
  });
  return {
    items: rows.map(({ first_name, last_name, ...event }) => ({
      ...event,
      name: fullName({ firstName: first_name ?? '', lastName: last_name ?? '' }),
    })),
    next,
    staff: (await listStaff(db)).map(({ id, name }) => ({ id, name })),
  };
};

export const purgeStaffEvents = async (db: Database, before: string): Promise<void> => {
  await db.deleteFrom('staff_event').where('at', '<=', before).execute();
};
