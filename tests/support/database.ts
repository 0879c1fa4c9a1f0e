import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { migrate } from '#server/db/migrations/migrate.ts';
import { openDatabase, type Store } from '#server/db/open-database.ts';
import type { Database } from '#server/db/schema.ts';
import { readManifest } from '#server/domain/pictures.ts';
import { seedShop } from '#server/domain/seed-shop.ts';

/** The time at which every test's shop was filled. */
export const openingDay = new Date('2025-09-01T09:00:00.000Z');

const openFresh = async (): Promise<{ readonly store: Store; readonly drop: () => Promise<void> }> => {
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) {
    const store = await openDatabase({ file: ':memory:' });
    return { store, drop: () => store.db.destroy() };
  }
  const admin = await openDatabase({ url: server });
  const name = `shop_${randomUUID().replaceAll('-', '')}`;
  await sql`create database ${sql.id(name)}`.execute(admin.db);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const store = await openDatabase({ url: url.href });
  const drop = async (): Promise<void> => {
    await store.db.destroy();
    await sql`drop database ${sql.id(name)} with (force)`.execute(admin.db);
    await admin.db.destroy();
  };
  return { store, drop };
};

/**
 * A database for one test file, gone after its last test: SQLite in memory, or a database of its own on the PostgreSQL
 * server of TEST_DATABASE_URL. Called at the top of the file. `empty` has the tables but nothing on the shelves.
 */
export const freshDatabase = async (shelves: 'stocked' | 'empty' = 'stocked'): Promise<Database> => {
  const { store, drop } = await openFresh();
  afterAll(drop);
  await migrate(store.db);
  if (shelves === 'stocked') await seedShop(store.db, await readManifest(), openingDay);
  return store.db;
};
