import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';

const folder = '.github/workflows';
const files = readdirSync(folder).map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }));

const step = z.object({ uses: z.string().optional(), run: z.string().optional(), with: z.record(z.string(), z.unknown()).optional() });
const workflow = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({
      'timeout-minutes': z.number(),
      steps: z.array(step).min(1),
    }),
  ),
});
const scripts = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(readFileSync('package.json', 'utf8'))).scripts;

const problems = (text: string): readonly string[] => {
  const { permissions, jobs } = workflow.parse(parse(text));
  const steps = Object.values(jobs).flatMap(({ steps: each }) => each);
  return [
    ...steps.flatMap(({ uses = '' }) => (uses === '' || /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/.test(uses) ? [] : [`unpinned: ${uses}`])),
    ...steps
      .flatMap(({ run = '' }) => [...run.matchAll(/npm run (\S+)/g)].map(([, name = '']) => name))
      .filter((name) => !(name in scripts))
      .map((name) => `no script: ${name}`),
    ...(Object.entries(permissions).join() === 'contents,read' ? [] : ['permissions beyond reading']),
  ];
};

test('the workflows pin every action to a commit, run existing scripts, and have read-only permissions and time limits', () => {
  expect(files.length).toBeGreaterThan(2);
  for (const { name, text } of files) expect(problems(text), name).toEqual([]);
});

test('the check of workflows finds an unpinned action, a missing script and a permission to write', () => {
  const text =
    'permissions: { contents: write }\njobs: { one: { timeout-minutes: 1, steps: [{ uses: actions/checkout@v7 }, { run: npm run nothing }] } }';
  expect(problems(text)).toEqual(['unpinned: actions/checkout@v7', 'no script: nothing', 'permissions beyond reading']);
});

test('dependency review refuses packages of the build, too, which are most of the shop', () => {
  const { jobs } = workflow.parse(parse(readFileSync(`${folder}/ci.yml`, 'utf8')));
  expect(jobs.dependencies?.steps.find(({ uses = '' }) => uses.startsWith('actions/dependency-review-action@'))?.with).toMatchObject({
    'fail-on-scopes': 'runtime, development',
  });
});

test('all YAML files of the repository settings can be read', () => {
  for (const file of ['.github/dependabot.yml', ...readdirSync('.github/ISSUE_TEMPLATE').map((name) => `.github/ISSUE_TEMPLATE/${name}`)])
    expect(parse(readFileSync(file, 'utf8')), file).toBeInstanceOf(Object);
});

/** Relative links of a document, as paths from the root of the repository. */
const linksIn = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => path.join(path.dirname(file), link));

const documents = [
  'README.md',
  'src/README.md',
  'server/README.md',
  ...readdirSync('server/guides').map((name) => `server/guides/${name}`),
  'server/ASVS.md',
  'tests/README.md',
  '.github/CONTRIBUTING.md',
  '.github/SECURITY.md',
  ...readdirSync('.github/decisions').map((name) => `.github/decisions/${name}`),
];

test('every relative link of the documents leads to a file', () => {
  for (const document of documents)
    expect(
      linksIn(document).filter((link) => !existsSync(link)),
      document,
    ).toEqual([]);
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
