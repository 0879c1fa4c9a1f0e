import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, inject } from 'vitest';
import { openDatabase } from '#server/db/open-database.ts';
import type { Database } from '#server/db/schema.ts';
import type { Env } from '#server/env.ts';
import { createDatabase } from './postgres-databases.ts';
import { copyTemplate } from './sqlite-templates.ts';

/** `empty` has the tables only, `stocked` also the sample products. */
type Template = 'stocked' | 'empty';

/** For tests with hundreds of concurrent calls: a busy machine answers the last of them late. */
const maxConnectionWaitMs = 30_000;

/** In the project `postgres`: a new database, a copy of a template or without tables. Undefined in the other projects. */
const createOnServer = (template?: Template): ReturnType<typeof createDatabase> | undefined => {
  const server = inject('postgres');
  return server && createDatabase(server, template && server.templates[template]);
};

/** Registers clean-up: `afterAll` at the top of a file, `onTestFinished` in a test. */
type After = (work: () => Promise<void>) => void;

/** A new database for a test file or a test: SQLite in memory, or in the project `postgres` one on its server. */
export const freshDatabase = async (template: Template = 'stocked', after: After = afterAll): Promise<Database> => {
  const created = await createOnServer(template);
  const db = created ? (await openDatabase({ ...created, maxConnectionWaitMs })).db : await copyTemplate(inject('sqlite')[template]);
  after(async () => {
    await db.destroy();
    await created?.drop();
  });
  return db;
};

/** Settings of a shop that was never started: an empty data folder, and in the project `postgres` an empty database. */
export const unopenedShop = async (after: After): Promise<Pick<Env, 'dataDir' | 'databaseUrl'>> => {
  const created = await createOnServer();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'shop-data-'));
  after(async () => {
    await created?.drop();
    await rm(dataDir, { recursive: true });
  });
  return { dataDir, databaseUrl: created?.url };
};
