import { execFile } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const memory = '/dev/shm';
const neededBytes = 3 * 1024 ** 3;

/** Creates a temporary folder here, and removes it again if it cannot be used: containers often allow no programs there. */
const createFolder = async (parent: string, prefix: string): Promise<string> => {
  const folder = await mkdtemp(path.join(parent, prefix));
  try {
    const program = path.join(folder, 'program');
    await writeFile(program, '#!/bin/sh\n', { mode: 0o700 });
    await promisify(execFile)(program);
    await rm(program);
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
};

/**
 * Creates a temporary folder, in memory where Linux has enough room for the databases: on a disk, tests wait for each commit. `TMPDIR` takes
 * precedence.
 */
export const createTemporaryFolder = async (prefix = 'flone-tests-'): Promise<string> => {
  if (process.env.TMPDIR === undefined && process.platform === 'linux') {
    try {
      const { bavail, bsize } = await statfs(memory);
      if (bavail * bsize >= neededBytes) return await createFolder(memory, prefix);
    } catch {
      // The usual folder follows.
    }
  }
  return mkdtemp(path.join(tmpdir(), prefix));
};
