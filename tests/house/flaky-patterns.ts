import ts from 'typescript';

/** What a test registers for later. In a running test, nobody calls it any more. */
const hooks = /^(before|after)(All|Each)$/;

const calledName = (node: ts.Node): string => (ts.isCallExpression(node) && ts.isIdentifier(node.expression) ? node.expression.text : '');

const has = (node: ts.Node, is: (inner: ts.Node) => boolean): boolean =>
  is(node) || ts.forEachChild(node, (child) => has(child, is) || undefined) === true;

const isExpect = (node: ts.Node): boolean => calledName(node) === 'expect';
const isRender = (node: ts.Node): boolean => /^render(At)?$/.test(calledName(node));

/** `test(…)`, `test.each(…)(…)` and the like. */
const isTest = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) &&
  /^(test|it)(\.\w+)*(\([\s\S]*\))?$/.test(node.expression.getText()) &&
  node.arguments.some(ts.isFunctionLike);

/** `within(await …).getAllBy…`: the container stands, its content may come a moment later. */
const looksTooSoon = (node: ts.Node): boolean =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  node.expression.name.text.startsWith('getAll') &&
  calledName(node.expression.expression) === 'within' &&
  has(node.expression.expression, ts.isAwaitExpression);

/** `new Promise((resolve) => setTimeout(resolve, 20))`: nobody knows whether it was long enough. */
const sleeps = (node: ts.Node): boolean =>
  ts.isNewExpression(node) &&
  node.expression.getText() === 'Promise' &&
  has(node, (inner) => {
    if (!ts.isCallExpression(inner) || !inner.expression.getText().endsWith('setTimeout')) return false;
    const [work, pause] = inner.arguments;
    return work !== undefined && ts.isIdentifier(work) && pause !== undefined && pause.getText() !== '0';
  });

/** `await waitFor(() => expect(…).not…)` right after rendering: true before anything has come. */
const waitsForNothing = (node: ts.Node): boolean => {
  if (!ts.isExpressionStatement(node) || !ts.isAwaitExpression(node.expression)) return false;
  const wait = node.expression.expression;
  if (calledName(wait) !== 'waitFor' || !/\)\s*\.not\./.test(wait.getText()) || !ts.isBlock(node.parent)) return false;
  const before = node.parent.statements.slice(0, node.parent.statements.indexOf(node)).toReversed();
  const last = before.find((statement) => has(statement, (inner) => ts.isAwaitExpression(inner) || isRender(inner)));
  return last !== undefined && has(last, isRender);
};

/** An expectation that is only looked at when something else is so. */
const isConditional = (node: ts.Node): boolean =>
  (ts.isIfStatement(node) && has(node, isExpect)) ||
  (ts.isConditionalExpression(node) && (has(node.whenTrue, isExpect) || has(node.whenFalse, isExpect))) ||
  (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken && has(node.right, isExpect));

const sleep = 'a fixed sleep';

/** What makes tests race or pass by chance: a name and what it looks like. */
const rules: Readonly<Record<string, (node: ts.Node, isInTest: boolean) => boolean>> = {
  'getAll on a container that was just found': looksTooSoon,
  'a negative as first wait after rendering': waitsForNothing,
  'a hook inside a test': (node, isInTest) => isInTest && hooks.test(calledName(node)),
  [sleep]: sleeps,
  'an expectation under a condition': (node, isInTest) => isInTest && isConditional(node),
};

/** The offences of one file of tests: the line and the rule. */
export const racesIn = (name: string, text: string): readonly string[] => {
  const tree = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  // Under a clock that stands, a sleep is over when the test says so.
  const isOnClock = /useFakeTimers\(|theClockStands\(/.test(text);
  const visit = (node: ts.Node, isInTest: boolean): void => {
    for (const [rule, breaks] of Object.entries(rules))
      if (breaks(node, isInTest) && !(rule === sleep && isOnClock))
        found.push(`${name}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${rule}`);
    ts.forEachChild(node, (child) => visit(child, isInTest || (isTest(node) && ts.isFunctionLike(child))));
  };
  visit(tree, false);
  return found;
};
