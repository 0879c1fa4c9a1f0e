import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, inject } from 'vitest';
import { openDatabase } from '#server/db/open-database.ts';
import type { Database } from '#server/db/schema.ts';
import type { Env } from '#server/env.ts';
import { databaseAt } from './postgres.ts';
import { copyTemplate } from './sqlite-templates.ts';

type Shelves = 'stocked' | 'empty';
type Created = { readonly url: string; readonly drop: () => Promise<void> };

/** A database of its own in the project `postgres`, a copy of a prepared shop or without any tables; nothing in the other projects. */
const createDatabase = async (shelves?: Shelves): Promise<Created | undefined> => {
  const server = inject('postgres');
  if (!server) return undefined;
  const { db } = await openDatabase({ url: server.url });
  const name = `${server.run}_${randomUUID().replaceAll('-', '')}`;
  await sql`create database ${sql.id(name)} template ${sql.id(shelves ? server.templates[shelves] : 'template1')}`.execute(db);
  const drop = async (): Promise<void> => {
    await sql`drop database ${sql.id(name)} with (force)`.execute(db);
    await db.destroy();
  };
  return { url: databaseAt(server.url, name), drop };
};

/** When something of a test's own goes: `afterAll` at the top of a file, `onTestFinished` in a test. */
type After = (work: () => Promise<void>) => void;

/**
 * A database for a test file or a test: SQLite in memory, or in the project `postgres` a database of its own there.
 * `empty` has the tables but nothing on the shelves.
 */
export const freshDatabase = async (shelves: Shelves = 'stocked', after: After = afterAll): Promise<Database> => {
  const created = await createDatabase(shelves);
  const db = created ? (await openDatabase(created)).db : await copyTemplate(inject('sqlite')[shelves]);
  after(async () => {
    await db.destroy();
    await created?.drop();
  });
  return db;
};

/** Settings of a shop that was never opened: an empty folder, and an empty database in the project `postgres`. */
export const unopenedShop = async (after: After): Promise<Pick<Env, 'dataDir' | 'databaseUrl'>> => {
  const created = await createDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'shop-data-'));
  after(async () => {
    await created?.drop();
    await rm(dataDir, { recursive: true });
  });
  return { dataDir, databaseUrl: created?.url };
};
