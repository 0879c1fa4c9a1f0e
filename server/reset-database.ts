import { deleteSampleDatabase, StartFailure } from '#server/data-folder.ts';
import { processEnv } from '#server/env.ts';

const reset = (): void => {
  const { dataDir, databaseUrl } = processEnv();
  if (databaseUrl !== undefined)
    throw new StartFailure('DATABASE_URL is set: reset a PostgreSQL database with its own tools (dropdb, createdb).');
  deleteSampleDatabase(dataDir);
  console.log(`The database in ${dataDir} is deleted; the next start creates and seeds a new one.`);
};

try {
  reset();
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
