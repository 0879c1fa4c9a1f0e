import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { writeTemplates } from '#tests/support/sqlite-templates.ts';

/** Creates the SQLite template databases. Unlike the normal setup it does not fail on leftovers, which mutants may cause. */
export const setup = async (project: TestProject) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'shops-'));
  project.provide('sqlite', await writeTemplates(path.join(folder, 'templates')));
  return () => rm(folder, { recursive: true, force: true });
};
