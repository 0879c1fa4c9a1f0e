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

/** `new Promise((resolve) => setTimeout(resolve, 20))`: may be too short on a busy machine. What rejects after a while is a limit. */
const isSleepingPromise = (node: ts.Node): boolean => {
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'Promise') return false;
  const [executor] = node.arguments ?? [];
  const [resolve, reject] = executor && ts.isFunctionLike(executor) ? executor.parameters.map(({ name }) => name.getText()) : [];
  return has(node, (inner) => {
    if (!ts.isCallExpression(inner) || !inner.expression.getText().endsWith('setTimeout')) return false;
    const [callback, delay] = inner.arguments;
    if (callback === undefined || delay === undefined || delay.getText() === '0') return false;
    if (ts.isIdentifier(callback)) return callback.text !== reject;
    return ts.isFunctionLike(callback) && has(callback, (call) => calledName(call) === resolve);
  });
};

/** The names that a file gives to exports of this module which sleep, those of the whole module with a property. */
const importedNames = (tree: ts.SourceFile, module: RegExp, name: string): readonly string[] =>
  tree.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !module.test(statement.moduleSpecifier.getText())) return [];
    const { importClause } = statement;
    const bindings = importClause?.namedBindings;
    const whole = [importClause?.name, bindings && ts.isNamespaceImport(bindings) ? bindings.name : undefined];
    const named = bindings && ts.isNamedImports(bindings) ? bindings.elements : [];
    return [
      ...named.filter((each) => (each.propertyName ?? each.name).text === name).map((each) => each.name.text),
      ...whole.flatMap((each) => (each ? [`${each.text}.${name}`] : [])),
    ];
  });

/** `setTimeout(20)` of Node's promises, whatever the file calls it, or a `delay` of MSW that ends. */
const isImportedSleep = (node: ts.Node): boolean => {
  if (!ts.isCallExpression(node)) return false;
  const called = node.expression.getText();
  const tree = node.getSourceFile();
  const [pause] = node.arguments;
  if (importedNames(tree, /^.(?:node:)?timers\/promises.$/, 'setTimeout').includes(called))
    return pause !== undefined && pause.getText() !== '0';
  return importedNames(tree, /^.msw.$/, 'delay').includes(called) && !/^(?:0|.infinite.)$/.test(pause?.getText() ?? '');
};

const sleeps = (node: ts.Node): boolean => isSleepingPromise(node) || isImportedSleep(node);

/** What a call of `useFakeTimers` is for: the function that it is in, or with a hook the `describe` or the file. */
const fakedBy = (call: ts.Node): ts.Node => {
  let scope = call.parent;
  while (!ts.isSourceFile(scope) && (!ts.isFunctionLike(scope) || hooks.test(calledName(scope.parent)))) scope = scope.parent;
  return scope;
};

/** With fake timers, the test ends a sleep itself. */
const hasFakeTimers = (node: ts.Node): boolean => {
  const isFake = (call: ts.Node): boolean =>
    ts.isCallExpression(call) && /^(?:vi\.useFakeTimers|useFakeClock)$/.test(call.expression.getText());
  return has(node.getSourceFile(), (call) => isFake(call) && has(fakedBy(call), (inner) => inner === node));
};

const numberOf = (node: ts.Node | undefined): number | undefined =>
  node && ts.isNumericLiteral(node) ? Number(node.text.replaceAll('_', '')) : undefined;

/** The limit in milliseconds that a call sets: its last argument, if `isLast`, or `timeout` in its options. */
const limitOf = ({ arguments: given }: ts.CallExpression, isLast: boolean): number =>
  Math.min(
    (isLast && numberOf(given.at(-1))) || Number.POSITIVE_INFINITY,
    ...given.filter(ts.isObjectLiteralExpression).flatMap(({ properties }) =>
      properties.flatMap((each) => {
        const limit = ts.isPropertyAssignment(each) && each.name.getText() === 'timeout' ? numberOf(each.initializer) : undefined;
        return limit === undefined ? [] : [limit];
      }),
    ),
  );

/** A limit below the default, which is for busy machines; a passing test does not wait for it. */
const hasShortLimit = (node: ts.Node): boolean => {
  if (!ts.isCallExpression(node)) return false;
  if (hooks.test(calledName(node))) return limitOf(node, true) < 60_000;
  if (/(?:^|\.)(?:poll|waitFor|find(?:All)?By\w+)$/.test(node.expression.getText())) return limitOf(node, false) < 10_000;
  return (calledName(node) === 'describe' || isTest(node)) && limitOf(node, true) < 40_000;
};

/** Without a second argument it registers `afterAll`: for the top of a file only. */
const opensDatabaseOfFile = (node: ts.Node): boolean =>
  ts.isCallExpression(node) &&
  calledName(node) === 'freshDatabase' &&
  node.arguments.length < 2 &&
  ts.findAncestor(node, ts.isFunctionLike) !== undefined;

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

/** Patterns that make tests flaky or pass by chance. */
const rules = Object.entries<(node: ts.Node, isInTest: boolean) => boolean>({
  'getAll on a container that was just found': (node) => queriesTooSoon(node) || queriesVariableTooSoon(node),
  'a negative assertion first after rendering': isNegativeAfterRender,
  'a hook inside a test': (node, isInTest) => (isInTest && hooks.test(calledName(node))) || opensDatabaseOfFile(node),
  'a fixed sleep': (node) => sleeps(node) && !hasFakeTimers(node),
  'a limit below the default': hasShortLimit,
  'vi.waitFor or vi.waitUntil in place of expect.poll': waitsBriefly,
  'an expectation under a condition': (node, isInTest) => isInTest && isConditional(node),
});

/** The flaky patterns of a test file, as `file:line rule`. */
export const findFlakyPatterns = (name: string, text: string): readonly string[] => {
  const tree = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node, isInTest: boolean): void => {
    for (const [rule, breaks] of rules)
      if (breaks(node, isInTest)) found.push(`${name}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${rule}`);
    const startsTest = isTest(node);
    ts.forEachChild(node, (child) => visit(child, isInTest || (startsTest && ts.isFunctionLike(child))));
  };
  visit(tree, false);
  return found;
};
