import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

const hooks = /^test\.(?:beforeAll|beforeEach|afterAll|afterEach)$/;
const sleeps = /\.waitForTimeout$|^(?:window\.)?setTimeout$|^setInterval$|^sleep$/;
const pageLoads = /\.(?:goto|reload)$/;
/** Playwright actions, which wait for their element. */
const actions = /\.(?:check|click|fill|hover|press|selectOption|tap|waitFor)$/;
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

/** The last call of an assertion such as `expect(…).not.toHaveText(…)`. */
const isAssertion = (call: ts.CallExpression): boolean =>
  ts.isPropertyAccessExpression(call.expression) && /^expect(?:\.poll)?\(/.test(call.expression.expression.getText());

/** An assertion that also passes before the page has loaded. */
const isNegative = (call: ts.CallExpression): boolean => {
  const called = call.expression.getText();
  const name = ts.isPropertyAccessExpression(call.expression) ? call.expression.name.text : '';
  return /\)\.not\.\w+$/.test(called) || negatives.test(name) || (name === 'toHaveCount' && call.arguments[0]?.getText() === '0');
};

/** Negative assertions that come first after a page load. */
const negativesAfterLoad = (block: ts.Block): string[] => {
  let isJustLoaded = false;
  return block.statements.flatMap((statement) => {
    const calls = calledIn(statement);
    const wasJustLoaded = isJustLoaded;
    if (calls.some(({ expression }) => pageLoads.test(expression.getText()))) {
      isJustLoaded = true;
      return [];
    }
    const assertions = calls.filter(isAssertion);
    if (
      assertions.length > 0 ||
      calls.some(({ expression }) => actions.test(expression.getText())) ||
      calls.some(({ expression }) => /^expect\w+$/.test(expression.getText()) && expression.getText() !== 'expect')
    )
      isJustLoaded = false;
    const [first] = assertions;
    return wasJustLoaded && first && isNegative(first) ? [`a negative as the first assertion: ${first.getText()}`] : [];
  });
};

/** Vitest fails a test that asserts nothing; Playwright does not. */
const assertsNothing = (call: ts.CallExpression): boolean =>
  call.expression.getText() === 'test' &&
  call.arguments.some(ts.isFunctionLike) &&
  !calledIn(call).some(({ expression }) => /^(?:\w+\.)?expect/.test(expression.getText()));

/** The flaky patterns of a browser test, and what would let it pass by asserting nothing. */
const findOffences = (name: string, text: string): string[] => {
  const tree = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node, isInTest: boolean): void => {
    if (ts.isBlock(node)) found.push(...negativesAfterLoad(node));
    let isInside = isInTest;
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText();
      if (sleeps.test(called)) found.push(`a fixed sleep: ${called}`);
      if (isInTest && hooks.test(called)) found.push(`a hook inside a test: ${called}`);
      if (assertsNothing(node)) found.push(`no assertion: ${node.arguments[0]?.getText()}`);
      isInside ||= called === 'test';
    }
    ts.forEachChild(node, (child) => visit(child, isInside));
  };
  visit(tree, false);
  return found.map((each) => `${name}: ${each}`);
};

const inTest = (lines: string): string => `test('…', async ({ page }) => {\n${lines}\n});`;

describe('a browser test', () => {
  test('a browser test in e2e/ has an assertion, no fixed sleep, no negative one first after a page load, and no hook inside a test', () => {
    const files = sourceFiles('e2e', '.ts');
    expect(files.length).toBeGreaterThan(20);
    expect(files.flatMap(({ name, text }) => findOffences(name, text))).toEqual([]);
  });

  test.each([
    ['page.waitForTimeout', inTest("await page.waitForTimeout(500);\nawait expect(page).toHaveURL('/');")],
    ['setTimeout', inTest("await new Promise((resolve) => setTimeout(resolve, 500));\nawait expect(page).toHaveURL('/');")],
    ['toBeHidden after goto', inTest("await page.goto('/');\nawait expect(page.getByRole('alert')).toBeHidden();")],
    ['toHaveCount(0) after goto', inTest("await page.goto('/');\nawait expect(page.getByRole('alert')).toHaveCount(0);")],
    [
      'a negation after a reload',
      inTest("await page.reload();\nconst alert = page.getByRole('alert');\nawait expect(alert).not.toBeVisible();"),
    ],
    ['a hook inside a test', inTest("test.afterAll(() => shop.discard());\nawait expect(page).toHaveURL('/');")],
    ['no assertion', inTest("await page.goto('/');\nawait page.getByRole('button').click();")],
  ])('a browser test with %s is found', (_, text) => {
    expect(findOffences('e2e/new.spec.ts', text)).toHaveLength(1);
  });

  test.each([
    inTest("await page.goto('/');\nawait expectHydrated(page);\nawait expect(page.getByRole('alert')).toBeHidden();"),
    inTest("await page.goto('/');\nawait expect(page).toHaveURL('/');\nawait expect(page.getByRole('alert')).toHaveCount(0);"),
    'test.afterAll(() => shop.discard());',
  ])('a browser test that asserts something positive first is not found: %s', (text) => {
    expect(findOffences('e2e/new.spec.ts', text)).toEqual([]);
  });
});
