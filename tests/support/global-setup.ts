import { chmod, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { requireSignals } from '#scripts/programs.ts';
import { buildWhatIsDue } from '#server/build/due.js';
import { rootFolder } from '#server/root-folder.ts';
import { failRun } from './fail-run.ts';
import { createTemporaryFolder } from './memory-folder.ts';
import { writeTemplates } from './sqlite-templates.ts';

/** Caches of tools, which may stay. */
const caches = /^(playwright-transform-cache|tsx|node-compile-cache)/;

/** Gives the run a temporary folder, databases to copy and the server of `dist-server/`; the teardown fails the run when a test left a file. */
export const setup = async (project: TestProject) => {
  // Every project inherits this setup; it must run once.
  if (!project.isRootProject()) return undefined;
  requireSignals();
  const folder = await createTemporaryFolder();
  // A test may start PostgreSQL in it, which runs as another user where the tests run as root.
  await chmod(folder, 0o711);
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  const templates = path.join(folder, 'templates');
  project.provide('sqlite', await writeTemplates(templates));
  buildWhatIsDue(rootFolder, { hasPages: false });
  return async () => {
    await rm(templates, { recursive: true });
    const left = (await readdir(folder)).filter((name) => !caches.test(name));
    await rm(folder, { recursive: true });
    if (left.length > 0) failRun(`The tests left behind: ${left.join(', ')}`);
  };
};
