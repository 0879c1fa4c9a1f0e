import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { migrate } from '#server/db/migrations/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { Database } from '#server/db/schema.ts';
import { readManifest } from '#server/domain/pictures.ts';
import { seedShop } from '#server/domain/seed-shop.ts';
import type { Env } from '#server/env.ts';

/** The time at which every test's shop was filled. */
export const openingDay = new Date('2025-09-01T09:00:00.000Z');

const createDatabase = async (server: string): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> => {
  const { db } = await openDatabase({ url: server });
  const name = `shop_${randomUUID().replaceAll('-', '')}`;
  await sql`create database ${sql.id(name)}`.execute(db);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = async (): Promise<void> => {
    await sql`drop database ${sql.id(name)} with (force)`.execute(db);
    await db.destroy();
  };
  return { url: url.href, drop };
};

/**
 * A database for one test file, gone after its last test: SQLite in memory, or a database of its own on the PostgreSQL
 * server of TEST_DATABASE_URL. Called at the top of the file. `empty` has the tables but nothing on the shelves.
 */
export const freshDatabase = async (shelves: 'stocked' | 'empty' = 'stocked'): Promise<Database> => {
  const server = process.env.TEST_DATABASE_URL;
  const created = server ? await createDatabase(server) : undefined;
  const { db } = await openDatabase(created ?? { file: ':memory:' });
  afterAll(async () => {
    await db.destroy();
    await created?.drop();
  });
  await migrate(db);
  if (shelves === 'stocked') await seedShop(db, await readManifest(), openingDay);
  return db;
};

/** Settings of a shop that was never opened: an empty folder, and an empty database where TEST_DATABASE_URL names a server. */
export const unopenedShop = async (): Promise<Pick<Env, 'dataDir' | 'databaseUrl'>> => {
  const server = process.env.TEST_DATABASE_URL;
  const created = server ? await createDatabase(server) : undefined;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'shop-data-'));
  afterAll(async () => {
    await created?.drop();
    await rm(dataDir, { recursive: true });
  });
  return { dataDir, databaseUrl: created?.url };
};
