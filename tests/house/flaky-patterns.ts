import ts from 'typescript';

/** Hooks, which are never called when a running test registers them. */
const hooks = /^(before|after)(All|Each)$/;

const calledName = (node: ts.Node): string => (ts.isCallExpression(node) && ts.isIdentifier(node.expression) ? node.expression.text : '');

const has = (node: ts.Node, is: (inner: ts.Node) => boolean): boolean =>
  is(node) || ts.forEachChild(node, (child) => has(child, is) || undefined) === true;

const isExpect = (node: ts.Node): boolean => calledName(node) === 'expect';
const isRender = (node: ts.Node): boolean => /^render(At)?$/.test(calledName(node));

/** `test`, `test.only`, `test.each(…)` and the like. */
const isTestFunction = (node: ts.Expression): boolean => {
  let root = ts.isCallExpression(node) ? node.expression : node;
  while (ts.isPropertyAccessExpression(root)) root = root.expression;
  return ts.isIdentifier(root) && (root.text === 'test' || root.text === 'it');
};

/** `test(…)`, `test.each(…)(…)` and the like. */
export const isTest = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && isTestFunction(node.expression) && node.arguments.some(ts.isFunctionLike);

/** `within(await …).getAllBy…`: the container is rendered, its content may follow later. */
const queriesTooSoon = (node: ts.Node): boolean =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  node.expression.name.text.startsWith('getAll') &&
  calledName(node.expression.expression) === 'within' &&
  has(node.expression.expression, ts.isAwaitExpression);

/** The variable that `getAll…` looks in: `panel` in `panel.getAllByRole(…)` and in `within(panel).getAllByRole(…)`. */
const searchedVariable = (node: ts.Node): string | undefined => {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { expression, name } = node.expression;
  const searched = ts.isCallExpression(expression) && calledName(expression) === 'within' ? expression.arguments[0] : expression;
  return name.text.startsWith('getAll') && searched && ts.isIdentifier(searched) ? searched.text : undefined;
};

/** `const panel = await …findBy…` and then `within(panel).getAllBy…`, with no other wait between the two: the same in two statements. */
const queriesVariableTooSoon = (node: ts.Node): boolean => {
  const searched = searchedVariable(node);
  if (searched === undefined) return false;
  let statement = node;
  while (!ts.isBlock(statement.parent)) {
    // What is called later may look when more has arrived.
    if (ts.isSourceFile(statement.parent) || ts.isFunctionLike(statement)) return false;
    statement = statement.parent;
  }
  const { pos } = statement;
  const before = statement.parent.statements.filter((each) => each.pos < pos).toReversed();
  const last = before.find((each) => has(each, ts.isAwaitExpression));
  return (
    last !== undefined &&
    ts.isVariableStatement(last) &&
    last.declarationList.declarations.some(
      ({ name, initializer }) => name.getText() === searched && /\bawait\b.*\.find(?:All)?By/s.test(initializer?.getText() ?? ''),
    )
  );
};

/** `new Promise((resolve) => setTimeout(resolve, 20))`: may be too short on a busy machine. */
const sleeps = (node: ts.Node): boolean =>
  ts.isNewExpression(node) &&
  node.expression.getText() === 'Promise' &&
  has(node, (inner) => {
    if (!ts.isCallExpression(inner) || !inner.expression.getText().endsWith('setTimeout')) return false;
    const [callback, delay] = inner.arguments;
    return callback !== undefined && ts.isIdentifier(callback) && delay !== undefined && delay.getText() !== '0';
  });

/** `vi.waitFor(…)` gives up after one second unless each call says otherwise; `expect.poll` has its limit from the configuration. */
const waitsBriefly = (node: ts.Node): boolean => ts.isCallExpression(node) && /^vi\.wait(?:For|Until)$/.test(node.expression.getText());

/** `await waitFor(() => expect(…).not…)` right after rendering: passes before anything has rendered. */
const isNegativeAfterRender = (node: ts.Node): boolean => {
  if (!ts.isExpressionStatement(node) || !ts.isAwaitExpression(node.expression)) return false;
  const wait = node.expression.expression;
  if (calledName(wait) !== 'waitFor' || !/\)\s*\.not\./.test(wait.getText()) || !ts.isBlock(node.parent)) return false;
  const before = node.parent.statements.slice(0, node.parent.statements.indexOf(node)).toReversed();
  const last = before.find((statement) => has(statement, (inner) => ts.isAwaitExpression(inner) || isRender(inner)));
  return last !== undefined && has(last, isRender);
};

/** An expectation that only runs under a condition. */
const isConditional = (node: ts.Node): boolean =>
  (ts.isIfStatement(node) && has(node, isExpect)) ||
  (ts.isConditionalExpression(node) && (has(node.whenTrue, isExpect) || has(node.whenFalse, isExpect))) ||
  (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken && has(node.right, isExpect));

const fixedSleep = 'a fixed sleep';

/** Patterns that make tests flaky or pass by chance. */
const rules = Object.entries<(node: ts.Node, isInTest: boolean) => boolean>({
  'getAll on a container that was just found': (node) => queriesTooSoon(node) || queriesVariableTooSoon(node),
  'a negative assertion first after rendering': isNegativeAfterRender,
  'a hook inside a test': (node, isInTest) => isInTest && hooks.test(calledName(node)),
  [fixedSleep]: sleeps,
  'vi.waitFor or vi.waitUntil in place of expect.poll': waitsBriefly,
  'an expectation under a condition': (node, isInTest) => isInTest && isConditional(node),
});

/** The flaky patterns of a test file, as `file:line rule`. */
export const findFlakyPatterns = (name: string, text: string): readonly string[] => {
  const tree = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  // With fake timers, the test ends a sleep itself.
  const hasFakeTimers = /useFakeTimers\(|useFakeClock\(/.test(text);
  const visit = (node: ts.Node, isInTest: boolean): void => {
    for (const [rule, breaks] of rules)
      if (breaks(node, isInTest) && !(rule === fixedSleep && hasFakeTimers))
        found.push(`${name}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${rule}`);
    const startsTest = isTest(node);
    ts.forEachChild(node, (child) => visit(child, isInTest || (startsTest && ts.isFunctionLike(child))));
  };
  visit(tree, false);
  return found;
};
