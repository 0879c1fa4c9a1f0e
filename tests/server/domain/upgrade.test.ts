import { createHash } from 'node:crypto';
import { type ColumnMetadata, sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseFile, prepareDataFolder, StartFailure } from '#server/data-folder.ts';
import { migrate, migrationNames } from '#server/db/migrations/migrate.ts';
import { openDatabase, type Store } from '#server/db/open-database.ts';
import { listAccounts, register, signIn, verifyByCode, verifyByToken } from '#server/domain/accounts.ts';
import { listCategories, listProducts } from '#server/domain/catalogue.ts';
import { findOrder } from '#server/domain/orders.ts';
import { listRefundRequests } from '#server/domain/refund-requests.ts';
import { newToken, sha256 } from '#server/domain/secrets.ts';
import { endStockAlerts } from '#server/domain/stock-alerts.ts';
import { openShop } from '#server/open-shop.ts';
import { unopenedShop } from '#tests/support/database.ts';
import { aBuyer } from '#tests/support/orders.ts';
import { cheapPasswords, plainSecrets } from '#tests/support/passwords.ts';

type Place = Awaited<ReturnType<typeof unopenedShop>>;

const open = ({ dataDir, databaseUrl }: Place): Promise<Store> => {
  prepareDataFolder(dataDir);
  return openDatabase(databaseUrl === undefined ? { file: databaseFile(dataDir) } : { url: databaseUrl });
};

const at = '2025-09-01T09:00:00.000Z';

/** Rows as an earlier version wrote them, in plain SQL because the current schema has more columns. */
const write: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  '0001-catalogue': ({ db }) =>
    sql`insert into category (id, name, slug, image, position) values ('old', 'Old things', 'old-things', '', 99)`.execute(db),
  '0002-accounts': ({ db }) =>
    sql`insert into account (id, email, email_key, role, wants_to_resell, first_name, last_name, phone, addresses, marketing,
        password_hash, verified_at, accepted_terms_at, created_at)
        values ('ada', 'Ada@example.com', 'ada@example.com', 'reseller', 1, 'Ada', 'Moss', '', '[]', 0, 'x', ${at}, ${at}, ${at})`.execute(
      db,
    ),
  '0003-orders': async ({ db }) => {
    await sql`insert into "order" (id, status, user_id, billing, note, goods_total, delivery_total, total, shop_origin, created_at, pay_by)
        values ('ABCD-EFGH-JKMN-PQRS', 'confirmed', 'ada', ${JSON.stringify(aBuyer)}, '', 1000, 250, 1250, 'https://shop.example', ${at}, ${at})`.execute(
      db,
    );
    await sql`insert into order_line (order_id, position, product_id, product_name, quantity, unit_price, delivery)
        values ('ABCD-EFGH-JKMN-PQRS', 0, 'mug', 'A mug of old', 1, 1000, 250)`.execute(db);
  },
  '0004-refunds': ({ db }) =>
    sql`insert into refund (reference, order_id, product_id, reason, created_at)
        values ('R-OLD', 'ABCD-EFGH-JKMN-PQRS', 'mug', 'It is chipped.', ${at})`.execute(db),
};

const [first = '', ...later] = migrationNames;

describe('migrating to this version', () => {
  test.each([first, ...later])('a database at migration %s keeps its data, also when several processes start at once', async (version) => {
    const place = await unopenedShop(onTestFinished);
    const old = await open(place);
    await migrate(old.db, version);
    const written = migrationNames.slice(0, migrationNames.indexOf(version) + 1);
    for (const name of written) await write[name]?.(old);
    await old.db.destroy();

    // SQLite allows one server per folder; PostgreSQL any number, also during a migration.
    const more = Array.from({ length: place.databaseUrl === undefined ? 0 : 2 }, () => openShop(place));
    const [{ db }, ...others] = await Promise.all([openShop(place), ...more]);
    const names = (await sql<{ readonly name: string }>`select name from kysely_migration order by name`.execute(db)).rows;
    expect(names.map(({ name }) => name)).toEqual(migrationNames);
    const category = await db.selectFrom('category').select('name').where('id', '=', 'old').executeTakeFirst();
    expect(category?.name).toBe('Old things');
    expect((await listProducts(db)).length).toBeGreaterThanOrEqual(24);
    const accounts = await listAccounts(db, { isApplicant: false, page: 1, size: 10 });
    expect(accounts.map(({ email, role }) => [email, role])).toEqual(
      written.includes('0002-accounts') ? [['Ada@example.com', 'reseller']] : [],
    );
    const kept = {
      status: 'confirmed',
      overallTotal: 12.5,
      billingInfo: { email: aBuyer.email },
      items: [{ quantity: 1, product: { name: 'A mug of old' } }],
    };
    const found = await findOrder(db, 'ABCD-EFGH-JKMN-PQRS').catch((refusal: unknown) => refusal);
    expect(found).toMatchObject(written.includes('0003-orders') ? kept : { kind: 'notFound' });
    expect((await listRefundRequests(db, { isOpen: true })).map(({ reason }) => reason)).toEqual(
      written.includes('0004-refunds') ? ['It is chipped.'] : [],
    );
    for (const store of [{ db }, ...others]) await store.db.destroy();
  });

  test('each migration leaves every table and column as it was, and a new column needs no value, so that a process of the version before goes on', async () => {
    const place = await unopenedShop(onTestFinished);
    const { db } = await open(place);
    const readColumns = async (): Promise<ReadonlyMap<string, ColumnMetadata>> =>
      new Map(
        (await db.introspection.getTables()).flatMap(({ name: table, columns }) =>
          columns.map((column) => [`${table}.${column.name}`, column] as const),
        ),
      );
    const tableOf = (name: string): string => name.split('.')[0] ?? '';
    let before = await readColumns();
    for (const version of migrationNames) {
      await migrate(db, version);
      const after = await readColumns();
      for (const [name, { dataType, isNullable }] of before)
        expect.soft(after.get(name), `${name} after ${version}`).toMatchObject({ dataType, isNullable });
      const tables = new Set([...before.keys()].map(tableOf));
      const added = [...after].filter(([name]) => !before.has(name) && tables.has(tableOf(name)));
      const needed = added.filter(([, { isNullable, hasDefaultValue }]) => !isNullable && !hasDefaultValue).map(([name]) => name);
      expect.soft(needed, `columns that ${version} adds`).toEqual([]);
      before = after;
    }
    expect(before.size).toBeGreaterThan(200);
    await db.destroy();
  });

  test('a category from before descriptions keeps the sentence that its page had in the storefront’s texts, and others have none', async () => {
    const place = await unopenedShop(onTestFinished);
    const old = await open(place);
    await migrate(old.db, '0025-vouchers');
    await sql`insert into category (id, name, slug, image, position) values ('g', 'Our garden', 'garden', '', 0), ('c', 'Cards', 'cards', '', 1)`.execute(
      old.db,
    );
    await migrate(old.db);
    expect((await listCategories(old.db, await listProducts(old.db))).map(({ name, description }) => [name, description])).toEqual([
      ['Our garden', 'Terracotta for window sills and small gardens.'],
      ['Cards', ''],
    ]);
    await old.db.destroy();
  });

  test('a link that was mailed before it ended all stock alerts of its address still does, after another request for the same product', async () => {
    const place = await unopenedShop(onTestFinished);
    const old = await open(place);
    await migrate(old.db, '0045-early-returns');
    const token = newToken();
    await sql`insert into product (id, sku, name, short_description, full_description, base_price, discount, reseller_price, delivery_cost, stock,
        sale_count, categories, tags, material, weight, dimensions, care, made_in, is_new, created_at, images, position, sold_version)
        values ('mug', '', 'Mug', '', '', 1000, 0, 900, 250, 0, 0, '[]', '[]', '', '', '', '', '', 0, ${at}, '[]', 1, 0)`.execute(old.db);
    for (const [color, state, hash] of [
      ['Oat', 'mailed', sha256(token)],
      ['Sage', 'waiting', 'x'],
    ])
      await sql`insert into stock_alert (id, product_id, type_id, color, size, email, email_key, state, token_hash, asked_at, changed_at)
          values (${color}, 'mug', '', ${color}, '', 'Ada@example.com', 'ada@example.com', ${state}, ${hash}, ${at}, ${at})`.execute(
        old.db,
      );
    await migrate(old.db);
    await old.db.updateTable('stock_alert').set({ state: 'waiting', token_hash: 'y' }).where('color', '=', 'Oat').execute();
    await endStockAlerts(old.db, token);
    expect(await old.db.selectFrom('stock_alert').selectAll().execute()).toEqual([]);
    await old.db.destroy();
  });

  test('a failed migration changes nothing, and the next start completes it', async () => {
    const place = await unopenedShop(onTestFinished);
    const { db } = await open(place);
    await migrate(db, '0002-accounts');
    // Makes the third migration fail after it has created the table of orders.
    await sql`create table payment (id text)`.execute(db);
    await expect(openShop(place)).rejects.toThrow(/payment/);
    expect((await db.introspection.getTables()).map(({ name }) => name)).not.toContain('order');
    await sql`drop table payment`.execute(db);
    await db.destroy();
    const again = await openShop(place);
    expect(await listRefundRequests(again.db, { isOpen: true })).toEqual([]);
    await again.db.destroy();
  });
});

describe('an address that was unverified before the upgrade', () => {
  const token = newToken();
  const code = '123456';
  const call = {
    now: new Date(at),
    clientAddress: '192.0.2.1',
    sender: { shopName: 'Flone', shopUrl: 'https://shop.example' },
    passwords: cheapPasswords,
    secretBox: plainSecrets,
  };
  const password = 'a long walk home';

  /** Registered with a version that stored one password per address, and no registrations. */
  const upgraded = async () => {
    const place = await unopenedShop(onTestFinished);
    const old = await open(place);
    await migrate(old.db, '0008-client-key');
    const hash = sha256(token);
    const codeHash = createHash('sha256').update(`${hash}:${code}`).digest('base64url');
    await sql`insert into account (id, email, email_key, role, wants_to_resell, first_name, last_name, phone, addresses, marketing,
        password_hash, verified_at, accepted_terms_at, created_at)
        values ('ada', 'Ada@example.com', 'ada@example.com', 'customer', 1, 'Ada', 'Moss', '', '[]', 0, ${await cheapPasswords.hash(password)}, null,
        ${at}, ${at})`.execute(old.db);
    await sql`insert into proof (token_hash, account_id, purpose, code_hash, code_expires_at, tries, expires_at, used_at)
        values (${hash}, 'ada', 'verify', ${codeHash}, '2025-09-01T09:10:00.000Z', 0, '2025-09-02T09:00:00.000Z', null)`.execute(old.db);
    await old.db.destroy();
    return openShop(place);
  };

  test.each([
    ['link', { token }],
    ['code', { email: 'ada@example.com', code }],
  ])('the %s mailed before the upgrade verifies the address with its password only', async (_, proof) => {
    const { db } = await upgraded();
    const verify = (shown: { password?: string }) =>
      'token' in proof ? verifyByToken(db, { ...proof, ...shown }, call) : verifyByCode(db, { ...proof, ...shown }, call);
    await expect(verify({})).rejects.toMatchObject({ code: 'passwordNeeded' });
    await expect(verify({ password: 'something else' })).rejects.toMatchObject({ code: 'passwordWrong' });
    await verify({ password });
    expect(await signIn(db, { email: 'ada@example.com', password }, call)).toMatchObject({
      account: { firstName: 'Ada', hasProvedMailbox: true },
    });
    await db.destroy();
  });

  test('after a stranger registers the same address, the old link still confirms the old password', async () => {
    const { db } = await upgraded();
    await register(
      db,
      {
        email: 'ada@example.com',
        password: 'another password',
        firstName: 'Mallory',
        lastName: 'X',
        phone: '',
        wantsToResell: false,
        acceptsTerms: true,
        marketing: false,
      },
      call,
    );
    await verifyByToken(db, { token, password }, call);
    expect(await signIn(db, { email: 'ada@example.com', password }, call)).toMatchObject({ account: { firstName: 'Ada' } });
    await expect(signIn(db, { email: 'ada@example.com', password: 'another password' }, call)).rejects.toThrow("isn't right");
    await db.destroy();
  });
});

test('an older version refuses a newer database in one sentence and changes nothing', async () => {
  const place = await unopenedShop(onTestFinished);
  const { db } = await openShop(place);
  await sql`insert into kysely_migration (name, timestamp) values ('9999-of-next-year', ${at})`.execute(db);
  const opening = openShop(place);
  await expect(opening).rejects.toBeInstanceOf(StartFailure);
  await expect(opening).rejects.toThrow(
    'A newer version of the shop has used this database (9999-of-next-year). Start that version again, or bring back a backup from before it.',
  );
  await db.destroy();
});
