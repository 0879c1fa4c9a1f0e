import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

const hooks = /^test\.(?:beforeAll|beforeEach|afterAll|afterEach)$/;
const sleeps = /\.waitForTimeout$|^(?:window\.)?setTimeout$|^setInterval$|^sleep$/;
const arrivals = /\.(?:goto|reload)$/;
/** What waits for a page's controls by itself. */
const acts = /\.(?:check|click|fill|hover|press|selectOption|tap|waitFor)$/;
const negatives = /^(?:toBeHidden|toBeEmpty)$/;

const calledIn = (node: ts.Node): ts.CallExpression[] => {
  const calls: ts.CallExpression[] = [];
  const visit = (each: ts.Node): void => {
    if (ts.isCallExpression(each)) calls.push(each);
    ts.forEachChild(each, visit);
  };
  visit(node);
  return calls;
};

/** `expect(…)` of a promise that is waited for, at the end of `expect(…).not.toHaveText(…)`. */
const isWait = (call: ts.CallExpression): boolean =>
  ts.isPropertyAccessExpression(call.expression) && /^expect(?:\.poll)?\(/.test(call.expression.expression.getText());

/** What is also true of a page that has not come. */
const isNegative = (call: ts.CallExpression): boolean => {
  const said = call.expression.getText();
  const name = ts.isPropertyAccessExpression(call.expression) ? call.expression.name.text : '';
  return /\)\.not\.\w+$/.test(said) || negatives.test(name) || (name === 'toHaveCount' && call.arguments[0]?.getText() === '0');
};

/** Waits that say nothing, where the first thing that is asked of a page that was just opened is that something is not there. */
const firstNegatives = (block: ts.Block): string[] => {
  let hasJustArrived = false;
  return block.statements.flatMap((statement) => {
    const calls = calledIn(statement);
    const wasJustHere = hasJustArrived;
    if (calls.some(({ expression }) => arrivals.test(expression.getText()))) {
      hasJustArrived = true;
      return [];
    }
    const waits = calls.filter(isWait);
    if (
      waits.length > 0 ||
      calls.some(({ expression }) => acts.test(expression.getText())) ||
      calls.some(({ expression }) => /^expect\w+$/.test(expression.getText()) && expression.getText() !== 'expect')
    )
      hasJustArrived = false;
    const [first] = waits;
    return wasJustHere && first && isNegative(first) ? [`a negative as the first wait: ${first.getText()}`] : [];
  });
};

/** What in a browser test races, or waits for nothing. */
const offences = (name: string, text: string): string[] => {
  const tree = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node, isInTest: boolean): void => {
    if (ts.isBlock(node)) found.push(...firstNegatives(node));
    let isInside = isInTest;
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText();
      if (sleeps.test(called)) found.push(`a fixed sleep: ${called}`);
      if (isInTest && hooks.test(called)) found.push(`a hook inside a test: ${called}`);
      isInside ||= called === 'test';
    }
    ts.forEachChild(node, (child) => visit(child, isInside));
  };
  visit(tree, false);
  return found.map((each) => `${name}: ${each}`);
};

const inTest = (lines: string): string => `test('…', async ({ page }) => {\n${lines}\n});`;

describe('a browser test', () => {
  test('waits for what it asserts: no file of e2e/ has a fixed sleep, a negative as its first wait, or a hook inside a test', () => {
    const files = sourceFiles('e2e', '.ts');
    expect(files.length).toBeGreaterThan(20);
    expect(files.flatMap(({ name, text }) => offences(name, text))).toEqual([]);
  });

  test.each([
    ['page.waitForTimeout', inTest('await page.waitForTimeout(500);')],
    ['setTimeout', inTest('await new Promise((resolve) => setTimeout(resolve, 500));')],
    ['toBeHidden after goto', inTest("await page.goto('/');\nawait expect(page.getByRole('alert')).toBeHidden();")],
    ['toHaveCount(0) after goto', inTest("await page.goto('/');\nawait expect(page.getByRole('alert')).toHaveCount(0);")],
    [
      'a negation after a reload',
      inTest("await page.reload();\nconst alert = page.getByRole('alert');\nawait expect(alert).not.toBeVisible();"),
    ],
    ['a hook inside a test', inTest('test.afterAll(() => shop.discard());')],
  ])('with %s is refused', (_, text) => {
    expect(offences('e2e/new.spec.ts', text)).toHaveLength(1);
  });

  test.each([
    inTest("await page.goto('/');\nawait expectAwake(page);\nawait expect(page.getByRole('alert')).toBeHidden();"),
    inTest("await page.goto('/');\nawait expect(page).toHaveURL('/');\nawait expect(page.getByRole('alert')).toHaveCount(0);"),
    'test.afterAll(() => shop.discard());',
  ])('that waits for something first is not: %s', (text) => {
    expect(offences('e2e/new.spec.ts', text)).toEqual([]);
  });
});
