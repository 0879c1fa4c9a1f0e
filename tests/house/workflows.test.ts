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

/** Third-party actions that are not pinned to a commit: their owner can move a tag or a branch. */
const unpinned = (text: string): readonly string[] =>
  stepsOf(text).flatMap(({ uses }) => (uses === undefined || /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/.test(uses) ? [] : [uses]));

/** `npm run` scripts of a workflow that package.json does not have. */
const missingScripts = (text: string): readonly string[] =>
  stepsOf(text)
    .flatMap(({ run }) => [...(run ?? '').matchAll(/npm run (\S+)/g)].map(([, name = '']) => name))
    .filter((name) => !(name in scripts));

describe('the workflows', () => {
  test.each(files)('the workflow $name pins every action to a commit, with its version in a comment', ({ text }) => {
    expect(unpinned(text)).toEqual([]);
    const uses = text.split('\n').filter((line) => /^\s*(- )?uses:/.test(line));
    expect(uses.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  });

  test.each(['actions/checkout@v7', 'actions/checkout@main', 'docker://node:26'])('the check finds the unpinned action %s', (uses) => {
    expect(unpinned(`permissions: {}\njobs:\n  one:\n    timeout-minutes: 1\n    steps:\n      - uses: ${uses}\n`)).toEqual([uses]);
  });

  test.each(files)('the workflow $name has read-only permissions by default and a time-out for each job', ({ text }) => {
    expect(workflow.parse(parse(text)).permissions).toEqual({ contents: 'read' });
  });

  test.each(files)('the workflow $name runs existing scripts', ({ text }) => {
    expect(missingScripts(text)).toEqual([]);
  });

  test('the workflows run each part of the tests in a job and upload the results, also after a failure', () => {
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

/** Relative links of a document, as paths from the root of the repository. */
const linksIn = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => path.join(path.dirname(file), link));

const decisionIndex = '.github/decisions/README.md';

test.each([
  'README.md',
  'src/README.md',
  'server/README.md',
  ...readdirSync('server/guides').map((name) => `server/guides/${name}`),
  'server/ASVS.md',
  'tests/README.md',
  '.github/CONTRIBUTING.md',
  '.github/SECURITY.md',
  decisionIndex,
])('every relative link of %s leads to a file', (file) => {
  expect(linksIn(file).filter((link) => !existsSync(link))).toEqual([]);
});

test('the README links to the documents of each folder and to the index of decisions', () => {
  expect(linksIn('README.md')).toEqual(
    expect.arrayContaining([
      'src/README.md',
      'server/README.md',
      'tests/README.md',
      '.github/CONTRIBUTING.md',
      '.github/SECURITY.md',
      decisionIndex,
    ]),
  );
});

const decisions = readdirSync('.github/decisions').filter((name) => name !== 'README.md');

test.each(decisions)('the decision %s has a date and every section, and the index links to it', (name) => {
  const text = readFileSync(`.github/decisions/${name}`, 'utf8');
  expect(text).toMatch(/^# \d{3} .+\n\n\d{4}-\d\d-\d\d\n/);
  for (const heading of ['Context', 'Decision', 'Alternatives weighed', 'Cost']) expect(text).toContain(`\n## ${heading}\n\n`);
  expect(linksIn(decisionIndex)).toContain(`.github/decisions/${name}`);
});

test('the decision about packages gives a reason for each package of package.json, and for no other', () => {
  const names = z.record(z.string(), z.string());
  const { dependencies, devDependencies } = z
    .object({ dependencies: names, devDependencies: names })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const [, list = ''] = /\n- (.+?)\n\n(?!- )/s.exec(readFileSync('.github/decisions/012-packages.md', 'utf8')) ?? [];
  const named = [...list.matchAll(/`([@\w./-]+)`/g)].map(([, name = '']) => name);
  expect([...new Set(named)].toSorted()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).toSorted());
});
