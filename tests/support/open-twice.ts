import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { openDatabase } from '#server/db/open-database.ts';

/** A new SQLite file without tables, opened twice, as two processes do; both are closed when the test ends. */
export const openTwice = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'shop-twice-'));
  const file = path.join(folder, 'shop.db');
  const { db } = await openDatabase({ file });
  const { db: other } = await openDatabase({ file });
  onTestFinished(async () => {
    await db.destroy();
    await other.destroy();
    await rm(folder, { recursive: true });
  });
  return { db, other };
};
