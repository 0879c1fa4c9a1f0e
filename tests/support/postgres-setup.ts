import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/db/migrations/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { seedShop } from '#server/domain/seed-shop.ts';
import { readSeedData } from '#server/storage/seed-data.ts';
import { failRun } from '#tests/support/fail-run.ts';
import { openingDay } from '#tests/support/opening-day.ts';
import { databaseAt, startPostgres } from '#tests/support/postgres.ts';

const nothing = (): Promise<void> => Promise.resolve();

/** The server of TEST_DATABASE_URL, or a new one. Throws without either: the same tests on SQLite alone would look like a success. */
const findServer = async (): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> => {
  if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL, stop: nothing };
  const postgres = await startPostgres({ isInMemory: true });
  if ('reason' in postgres) throw new Error(`${postgres.reason} Without them: vitest run --project='!postgres'.`);
  return postgres;
};

/** Starts a server for the project `postgres` and creates the template databases. The teardown fails the run when a test left a database. */
export const setup = async ({ provide }: TestProject) => {
  const { url, stop } = await findServer();
  const { db } = await openDatabase({ url });
  const run = `shop_${process.pid}`;
  const templates = { stocked: `${run}_stocked`, empty: `${run}_empty` } as const;
  for (const name of Object.values(templates)) await sql`create database ${sql.id(name)}`.execute(db);
  const empty = await openDatabase({ url: databaseAt(url, templates.empty) });
  await migrate(empty.db);
  await empty.db.destroy();
  const stocked = await openDatabase({ url: databaseAt(url, templates.stocked) });
  await migrate(stocked.db);
  await seedShop(stocked.db, await readSeedData(), openingDay);
  await stocked.db.destroy();
  provide('postgres', { url, run, templates });

  return async () => {
    for (const name of Object.values(templates)) await sql`drop database ${sql.id(name)}`.execute(db);
    const left = await sql<{ readonly datname: string }>`select datname from pg_database where datname like ${`${run}%`}`.execute(db);
    await db.destroy();
    await stop();
    if (left.rows.length > 0) failRun(`databases were left behind: ${left.rows.map(({ datname }) => datname).join(', ')}`);
  };
};
