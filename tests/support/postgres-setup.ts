import { startPostgres, type ThrowAwayPostgres } from '#tests/support/postgres.ts';

let running: ThrowAwayPostgres | undefined;

/**
 * For the project `postgres`: a server for the whole run, unless TEST_DATABASE_URL names one already. Without one the
 * run fails with a plain sentence: the same tests on SQLite would look like a success that was none.
 */
export const setup = async (): Promise<void> => {
  if (process.env.TEST_DATABASE_URL) return;
  const postgres = await startPostgres();
  if ('reason' in postgres) throw new Error(postgres.reason);
  running = postgres;
  process.env.TEST_DATABASE_URL = postgres.url;
};

export const teardown = async (): Promise<void> => {
  await running?.stop();
};
