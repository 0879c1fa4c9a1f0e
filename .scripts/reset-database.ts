import { rmSync } from 'node:fs';
import { databaseFile, lockFolder, prepareFolder, StartFailure } from '#server/data-folder.ts';
import { processEnv } from '#server/env.ts';

const reset = (): void => {
  const { dataDir, databaseUrl } = processEnv();
  if (databaseUrl !== undefined) throw new StartFailure('DATABASE_URL is set: that database is reset with the tools of its own server.');
  prepareFolder(dataDir);
  // Not under a running shop. And only the database: the seller's pictures have no other copy here.
  const lock = lockFolder(dataDir);
  for (const part of ['', '-wal', '-shm']) rmSync(databaseFile(dataDir) + part, { force: true });
  lock.release();
  console.log(`The database in ${dataDir} is gone; the next start makes and fills a new one.`);
};

try {
  reset();
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
