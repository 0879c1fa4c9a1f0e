import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { isTest } from './flaky-patterns.ts';
import { sourceFiles } from './source-files.ts';

/** Words that can only continue another sentence, such as the words of a `describe`. */
const continuation = new RegExp(
  `^(?:${[
    'is|are|was|were|does|do|has|have|had|can|cannot',
    'and|but|or|nor|so do|so does|that|whose|not(?! found)',
    'it|its',
    'confirms|counts|ends|finds|gets|gives|goes|holds|keeps|leaves|lets|loses|makes|moves|needs',
    'opens|reads|refuses|returns|says|sees|sends|settles|shows|stays|takes|tells|undoes|works',
  ].join('|')}) `,
);

/** The titles of a test file that do not stand alone, as `file:line title`. */
const findContinuations = (name: string, text: string): readonly string[] => {
  const tree = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const title = isTest(node) ? node.arguments[0] : undefined;
    const words = title?.getText().slice(1, -1) ?? '';
    if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)) && continuation.test(words))
      found.push(`${name}:${tree.getLineAndCharacterOfPosition(title.getStart()).line + 1} ${words}`);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
};

describe('a test title', () => {
  test('a test title in this repository does not begin with a word that can only continue another sentence', () => {
    const files = [...sourceFiles('tests', '.ts', '.tsx'), ...sourceFiles('e2e', '.ts')];
    expect(files.length).toBeGreaterThan(200);
    expect(files.flatMap(({ name, text }) => findContinuations(name, text))).toEqual([]);
  });

  test.each([
    ['is listed once it is paid back', 1, "test('is listed once it is paid back', () => {});"],
    ['that fails counts no more, %s', 2, "test.each([1, 2])(\n  'that fails counts no more, %s', async () => {},\n);"],
    ['and two-step sign-in stays on', 1, "test.skip('and two-step sign-in stays on', async () => {});"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the planted source has the template.
    ['reads ${name}', 2, "describe('a shopper', () => {\n  test(`reads ${name}`, { timeout: 9 }, () => {});\n});"],
    ['not a second time', 1, "test('not a second time', { tag: '@clause:mug.is-round' }, async ({ page }) => {});"],
  ])('a test title that only continues a sentence is found: %s', (title, line, text) => {
    expect(findContinuations('planted.test.ts', text)).toEqual([`planted.test.ts:${line} ${title}`]);
  });

  test.each([
    "test('a shopper is told that nothing is left', () => {});",
    "test('with https, the session cookie is Secure', () => {});",
    "test('not found pages have a search', () => {});",
    "test.each(['a', 'b'])('%s is refused', () => {});",
    "const title = 'is listed';",
  ])('a test title that stands alone is not found: %s', (text) => {
    expect(findContinuations('sound.test.ts', text)).toEqual([]);
  });
});
