import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTypeScript from 'dependency-cruiser/config-utl/extract-ts-config';
import { afterAll, expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** One violation of each rule: a file and what it imports. */
const offences: Readonly<Record<string, { readonly file: string; readonly imports: string }>> = {
  'contract-dependencies': { file: 'src/contract/impure.ts', imports: 'hono' },
  'no-import-from-above-contract': { file: 'src/contract/upward.ts', imports: '#catalogue/low.ts' },
  'catalogue-dependencies': { file: 'src/catalogue/impure.ts', imports: 'hono' },
  'no-import-from-above-catalogue': { file: 'src/catalogue/upward.ts', imports: '#shared/low.ts' },
  'no-catalogue-in-db': { file: 'server/db/listing.ts', imports: '#catalogue/low.ts' },
  'no-import-from-above-shared': { file: 'src/shared/upward.ts', imports: '#features/cart/low.ts' },
  'no-import-from-above-features': { file: 'src/features/cart/upward.ts', imports: '#blocks/low.ts' },
  'no-cross-feature-imports': { file: 'src/features/cart/neighbour.ts', imports: '#features/wishlist/low.ts' },
  'no-import-from-above-blocks': { file: 'src/blocks/upward.tsx', imports: '#screens/home/low.ts' },
  'no-import-from-above-screens': { file: 'src/screens/home/upward.ts', imports: '#app/low.ts' },
  'no-cross-screen-imports': { file: 'src/screens/home/neighbour.ts', imports: '#screens/cart/low.ts' },
  'no-shop-in-desk': { file: 'src/desk/upward.ts', imports: '#screens/home/low.ts' },
  'no-desk-in-shop': { file: 'src/screens/home/backstage.ts', imports: '#desk/low.ts' },
  'no-toasts-outside-app': { file: 'src/blocks/loud.ts', imports: 'react-hot-toast' },
  'no-server-in-storefront': { file: 'src/shared/spy.ts', imports: '#server/db/low.ts' },
  'no-node-in-storefront': { file: 'src/shared/heavy.ts', imports: 'node:path' },
  'no-storefront-in-server': { file: 'server/domain/spy.ts', imports: '#shared/low.ts' },
  'no-import-from-above-db': { file: 'server/db/upward.ts', imports: '#server/domain/low.ts' },
  'no-import-from-above-mail': { file: 'server/mail/upward.ts', imports: '#server/domain/low.ts' },
  'no-import-from-above-storage': { file: 'server/storage/upward.ts', imports: '#server/payments/low.ts' },
  'no-import-from-above-payments': { file: 'server/payments/upward.ts', imports: '#server/jobs/low.ts' },
  'no-import-from-above-jobs': { file: 'server/jobs/upward.ts', imports: '#server/http/low.ts' },
  'no-io-in-domain': { file: 'server/domain/disk.ts', imports: 'node:fs/promises' },
  'interfaces-are-types-only': { file: 'server/payments/provider.ts', imports: '#server/domain/low.ts' },
  'no-import-from-above-domain': { file: 'server/domain/upward.ts', imports: '#server/http/low.ts' },
  'no-http-outside-http': { file: 'server/domain/web.ts', imports: 'hono' },
  'no-tests-in-production': { file: 'src/shared/peek.ts', imports: '#tests/low.ts' },
  'no-unresolvable': { file: 'src/shared/lost.ts', imports: '#shared/nowhere.ts' },
};

/** Each is planted in a file of its own in the domain. */
const ioOfDomain = [
  'node:fs',
  'node:net',
  'node:child_process',
  'nodemailer',
  'stripe',
  'sharp',
  '#server/mail/smtp.ts',
  '#server/mail/files.ts',
];

const cleanFiles = [
  'src/catalogue/low.ts',
  'src/shared/low.ts',
  'src/features/cart/low.ts',
  'src/features/wishlist/low.ts',
  'src/blocks/low.ts',
  'src/screens/home/low.ts',
  'src/screens/cart/low.ts',
  'src/app/low.ts',
  'src/desk/low.ts',
  'server/db/low.ts',
  'server/mail/low.ts',
  'server/domain/low.ts',
  'server/storage/low.ts',
  'server/payments/low.ts',
  'server/jobs/low.ts',
  'server/http/low.ts',
  'tests/low.ts',
];

const repository = process.cwd();
const fixture = await mkdtemp(path.join(tmpdir(), 'flone-layers-'));
afterAll(() => rm(fixture, { recursive: true }));

const write = async (file: string, text: string): Promise<void> => {
  await mkdir(path.dirname(path.join(fixture, file)), { recursive: true });
  await writeFile(path.join(fixture, file), text);
};

const writeFixture = async (): Promise<void> => {
  const { default: own } = await import(path.join(repository, 'package.json'), { with: { type: 'json' } });
  await write(
    'package.json',
    JSON.stringify({
      type: 'module',
      imports: own.imports,
      dependencies: { hono: '1', 'react-hot-toast': '1', nodemailer: '1', stripe: '1', sharp: '1' },
    }),
  );
  for (const name of ['hono', 'react-hot-toast', 'nodemailer', 'stripe', 'sharp']) {
    await write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    await write(`node_modules/${name}/index.js`, 'module.exports = {};\n');
  }
  for (const file of cleanFiles) await write(file, "import '#contract/shape.ts';\nexport const low = 1;\n");
  await write('src/contract/shape.ts', 'export const shape = 1;\n');
  for (const [index, imports] of ioOfDomain.entries()) await write(`server/domain/io-${index}.ts`, `import '${imports}';\n`);
  for (const name of ['smtp', 'files']) await write(`server/mail/${name}.ts`, "import './low.ts';\n");
  for (const { file, imports } of Object.values(offences)) await write(file, `import '${imports}';\n`);
  await write('src/shared/round.ts', "import './about.ts';\n");
  await write('src/shared/about.ts', "import './round.ts';\n");
  await write('src/shared/forgotten.ts', 'export const forgotten = 1;\n');
};

await writeFixture();
const options = await extractOptions(path.join(repository, '.dependency-cruiser.mjs'));
const tsConfig = extractTypeScript(path.join(repository, 'tsconfig.json'));
const { output } = await cruise(['src', 'server'], { ...options, baseDir: fixture }, undefined, { tsConfig });
if (typeof output === 'string') throw new Error(output);
const { violations } = output.summary;
const filesBreaking = (name: string): string[] => violations.filter(({ rule }) => rule.name === name).map(({ from }) => from);

// With a version of TypeScript that it does not support, dependency-cruiser reads no TypeScript file, finds nothing and passes: not this.
test('the layer check reports a violation of every rule', () => {
  for (const [rule, { file }] of Object.entries(offences)) expect(filesBreaking(rule), rule).toContain(file);
  expect(violations.filter(({ rule }) => rule.severity !== 'error')).toEqual([]);
  expect(filesBreaking('no-io-in-domain')).toEqual(expect.arrayContaining(ioOfDomain.map((_, index) => `server/domain/io-${index}.ts`)));
  expect(filesBreaking('no-cycles')).toEqual(['src/shared/about.ts']);
  expect(filesBreaking('no-orphans')).toEqual(['src/shared/forgotten.ts']);
});

test('the layer check reports no file that follows the rules', () => {
  const reported = new Set(violations.map(({ from }) => from));
  expect(cleanFiles.filter((file) => reported.has(file))).toEqual([]);
});

// By text: a database is passed to the domain by a type, which imports do not tell from a query.
test('routes and middleware leave queries and transactions to the domain', () => {
  const files = sourceFiles('server/http', '.ts');
  expect(files.length).toBeGreaterThan(30);
  const query = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|transaction)\(|\bsql[`<]/;
  expect(files.filter(({ text }) => query.test(text)).map(({ name }) => name)).toEqual([]);
});

// Midnight to one of a British summer night is still the day before in UTC.
test('the day of a time is the UK’s, from the one function that knows it', () => {
  const files = [...sourceFiles('server', '.ts'), ...sourceFiles('src', '.ts', '.tsx')];
  const cut = /(?:at|day|time|\)|'')\??\.slice\(0, 10\)/i;
  expect(files.filter(({ text }) => cut.test(text)).map(({ name }) => name)).toEqual(['src/contract/delivery-dates.ts']);
});
