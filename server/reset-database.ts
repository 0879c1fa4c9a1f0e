import { rmSync } from 'node:fs';
import { databaseFile, lockDataFolder, prepareDataFolder, StartFailure } from '#server/data-folder.ts';
import { processEnv } from '#server/env.ts';

const reset = (): void => {
  const { dataDir, databaseUrl } = processEnv();
  if (databaseUrl !== undefined)
    throw new StartFailure('DATABASE_URL is set: reset a PostgreSQL database with its own tools (dropdb, createdb).');
  prepareDataFolder(dataDir);
  // The lock refuses this while a shop is running. Only the database is deleted: the seller's pictures may have no other copy.
  const lock = lockDataFolder(dataDir);
  for (const part of ['', '-wal', '-shm']) rmSync(databaseFile(dataDir) + part, { force: true });
  lock.release();
  console.log(`The database in ${dataDir} is deleted; the next start creates and seeds a new one.`);
};

try {
  reset();
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
