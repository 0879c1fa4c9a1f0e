import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { writeTemplates } from '#tests/support/sqlite-templates.ts';

/** Gives the tests of mutants shops to copy. What a mutant leaves behind says nothing, so nobody looks. */
export const setup = async (project: TestProject) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'shops-'));
  project.provide('sqlite', await writeTemplates(path.join(folder, 'templates')));
  return () => rm(folder, { recursive: true, force: true });
};
