import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { openDatabase } from '#server/db/open-database.ts';
import { databaseAt, startPostgres } from './postgres.ts';

/** A PostgreSQL server and the prefix of the databases that this run has on it. */
export type PostgresRun = { readonly url: string; readonly run: string };

const nothing = (): Promise<void> => Promise.resolve();

/** The server of TEST_DATABASE_URL, or a new one. Throws without either: the same tests on SQLite alone would look like a success. */
const findServer = async (): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> => {
  if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL, stop: nothing };
  const postgres = await startPostgres({ isInMemory: true });
  if ('reason' in postgres) throw new Error(postgres.reason);
  return postgres;
};

type Server = PostgresRun & {
  /** Creates a database, lets `fill` write to it by its URL, and returns its name. */
  readonly addTemplate: (name: string, fill: (url: string) => Promise<unknown>) => Promise<string>;
  /** Drops the templates and stops the server; returns the names of databases that tests have left. */
  readonly close: () => Promise<string[]>;
};

/** Finds or starts the server of a run of tests. */
export const openServer = async (): Promise<Server> => {
  const { url, stop } = await findServer();
  const { db } = await openDatabase({ url });
  const run = `shop_${process.pid}`;
  const templates: string[] = [];

  const addTemplate: Server['addTemplate'] = async (suffix, fill) => {
    const name = `${run}_${suffix}`;
    await sql`create database ${sql.id(name)}`.execute(db);
    templates.push(name);
    await fill(databaseAt(url, name));
    return name;
  };

  const close = async (): Promise<string[]> => {
    for (const name of templates) await sql`drop database ${sql.id(name)}`.execute(db);
    const left = await sql<{ readonly datname: string }>`select datname from pg_database where datname like ${`${run}%`}`.execute(db);
    await db.destroy();
    await stop();
    return left.rows.map(({ datname }) => datname);
  };

  return { url, run, addTemplate, close };
};

type Created = { readonly url: string; readonly drop: () => Promise<void> };

/** Creates a database: a copy of this template, or without tables. */
export const createDatabase = async ({ url, run }: PostgresRun, template = 'template1'): Promise<Created> => {
  const { db } = await openDatabase({ url });
  const name = `${run}_${randomUUID().replaceAll('-', '')}`;
  // Whole files are copied, instead of pages one by one with a log of each.
  await sql`create database ${sql.id(name)} template ${sql.id(template)} strategy file_copy`.execute(db);
  const drop = async (): Promise<void> => {
    await sql`drop database ${sql.id(name)} with (force)`.execute(db);
    await db.destroy();
  };
  return { url: databaseAt(url, name), drop };
};
