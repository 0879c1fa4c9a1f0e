import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** References to documents outside the repository: a chapter, a ruling, a file, or a number in front of a test title. */
const reference =
  /(?<!\w)\(spec\)|\bspec(?:ification)?(?:['’]s)? \d|\bthe specification\b|\brulings? \d|\b(?:screens|api|house|look|spec|stack|redesign|bugs|server|storefront|tests)\.md\b|['"`][^'"`\n]*\[(?:\d(?:\.[a-z-]+|[\d, ]*)?|ruling [\d, ]+|(?:screens|spec)\.[a-z-]+)\] \w/i;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((name) => /\.(?:tsx?|mjs|js|json|scss|css|html|md|ya?ml|example|sh)$/.test(name))
  .filter((name) => !['package-lock.json', 'tests/house/outside-references.test.ts'].includes(name));

const offences = (text: string): string[] => text.split('\n').filter((line) => reference.test(line));

test('no file refers to a document that is not in the repository', () => {
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((name) => offences(readFileSync(name, 'utf8')).map((line) => `${name}: ${line.trim().slice(0, 160)}`));
  expect(found).toEqual([]);
});

test.each([
  '/** One address of the shop (spec 2, route table). */',
  '// Ruling 4: rounded once.',
  '// Rounded once (rulings 4 and 5).',
  '/** The list (screens.md, Shop). */',
  "describe('[2.refund] the screen', () => {",
  "test('[6, 9] a reseller pays less', () => {",
  "test('[ruling 13] is limited', () => {",
  '// As the specification says.',
  '/** A cart item (Spec): the product and its quantity. */',
  '// What went wrong before is in bugs.md.',
  '// Its process: server.md, Start.',
  '// Rendered once (storefront.md).',
  '// See ../tests.md.',
  '// See docs/spec.md.',
])('the rule about outside references finds %s', (line) => {
  expect(offences(line)).toHaveLength(1);
});

test.each([
  "import { x } from 'e2e/journeys/api-on-another-origin.spec.ts';",
  'const [first] = list[0] ?? [];',
  'See tests/README.md and RFC 9110.',
  "expect(line).toBe('[0]');",
  'const failures = playwrightFailures(spec);',
])('the rule about outside references ignores %s', (line) => {
  expect(offences(line)).toEqual([]);
});
