import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { parts } from '#scripts/test/options.ts';

const folder = '.github/workflows';
const files = readdirSync(folder).map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }));

const step = z.object({ uses: z.string().optional(), run: z.string().optional() });
const workflow = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({
      'timeout-minutes': z.number(),
      strategy: z.object({ matrix: z.record(z.string(), z.array(z.string())) }).optional(),
      steps: z.array(step).min(1),
    }),
  ),
});
const scripts = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(readFileSync('package.json', 'utf8'))).scripts;

const stepsOf = (text: string) => Object.values(workflow.parse(parse(text)).jobs).flatMap(({ steps }) => steps);

/** Actions of others that a tag or a branch names, which whoever owns them may move. */
const unpinned = (text: string): readonly string[] =>
  stepsOf(text).flatMap(({ uses }) => (uses === undefined || /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/.test(uses) ? [] : [uses]));

/** Scripts of package.json that a workflow runs and that there are not. */
const missingScripts = (text: string): readonly string[] =>
  stepsOf(text)
    .flatMap(({ run }) => [...(run ?? '').matchAll(/npm run (\S+)/g)].map(([, name = '']) => name))
    .filter((name) => !(name in scripts));

describe('the workflows', () => {
  test.each(files)('$name names every action by its commit, with the version beside it', ({ text }) => {
    expect(unpinned(text)).toEqual([]);
    const uses = text.split('\n').filter((line) => /^\s*(- )?uses:/.test(line));
    expect(uses.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  });

  test.each(['actions/checkout@v7', 'actions/checkout@main', 'docker://node:26'])('an action named as %s is found', (uses) => {
    expect(unpinned(`permissions: {}\njobs:\n  one:\n    timeout-minutes: 1\n    steps:\n      - uses: ${uses}\n`)).toEqual([uses]);
  });

  test.each(files)('$name may read only, where a job does not say more, and ends in time', ({ text }) => {
    expect(workflow.parse(parse(text)).permissions).toEqual({ contents: 'read' });
  });

  test.each(files)('$name runs scripts that there are', ({ text }) => {
    expect(missingScripts(text)).toEqual([]);
  });

  test('each part of the tests has a job, and a failure leaves its results', () => {
    const ci = files.find(({ name }) => name === 'ci.yml')?.text ?? '';
    const { jobs } = workflow.parse(parse(ci));
    const run = [...(jobs.part?.strategy?.matrix.part ?? []), ...Object.keys(jobs).filter((name) => name === 'clauses')];
    expect(run).toEqual(parts);
    expect(ci).toMatch(/if: always\(\)\n {8}with:\n {10}name: results-\$\{\{ matrix\.part \}\}\n {10}path: test-results\//);
  });
});

test.each(['.github/dependabot.yml', ...readdirSync('.github/ISSUE_TEMPLATE').map((name) => `.github/ISSUE_TEMPLATE/${name}`)])(
  '%s is YAML',
  (file) => {
    expect(parse(readFileSync(file, 'utf8'))).toBeInstanceOf(Object);
  },
);

/** Links to files of this repository, as from the document that has them. */
const linksIn = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => path.join(path.dirname(file), link));

test.each(['README.md', 'server/README.md', 'tests/README.md', '.github/CONTRIBUTING.md', '.github/SECURITY.md'])('every link of %s to a file leads to one', (file) => {
  expect(linksIn(file).filter((link) => !existsSync(link))).toEqual([]);
});

const decisions = readdirSync('.github/decisions');

test.each(decisions)('the decision %s is dated, says why, and is linked from the README', (name) => {
  const text = readFileSync(`.github/decisions/${name}`, 'utf8');
  expect(text).toMatch(/^# \d{3} .+\n\n\d{4}-\d\d-\d\d\n/);
  for (const heading of ['Context', 'Decision', 'Alternatives weighed', 'Cost']) expect(text).toContain(`\n## ${heading}\n\n`);
  expect(linksIn('README.md')).toContain(`.github/decisions/${name}`);
});
