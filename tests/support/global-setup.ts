import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { compileServer } from '#scripts/compile-server.ts';
import { failRun } from './fail-run.ts';
import { writeTemplates } from './sqlite-templates.ts';

/** What tools keep to be quicker the next time. */
const caches = /^(playwright-transform-cache|tsx|node-compile-cache)/;

/** Gives a run a folder for temporary files of its own, shops to copy and a compiled server, and fails it when its tests have left anything there. */
export const setup = async (project: TestProject) => {
  // Every project takes this over from the root; the folder is one.
  if (!project.isRootProject()) return undefined;
  const folder = await mkdtemp(path.join(tmpdir(), 'flone-tests-'));
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  const templates = path.join(folder, 'templates');
  project.provide('sqlite', await writeTemplates(templates));
  const forgetServer = await compileServer();
  return async () => {
    await forgetServer();
    await rm(templates, { recursive: true });
    const left = (await readdir(folder)).filter((name) => !caches.test(name));
    await rm(folder, { recursive: true });
    if (left.length > 0) failRun(`The tests left behind: ${left.join(', ')}`);
  };
};
