import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { browserStorageList } from '#screens/legal/browser-storage-list.ts';
import { sourceFiles } from './source-files.ts';

type Kept = { readonly name: string; readonly where: string };

/** Every node of a file. */
const nodesOf = (tree: ts.Node): ts.Node[] => {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node) => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return nodes;
};

/** All that an expression can say, as far as its own file tells: `undefined` where it does not. */
const textsOf = (node: ts.Node | undefined, tree: ts.SourceFile): readonly string[] | undefined => {
  if (!node) return undefined;
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression, tree);
  // What is filled in may be anything.
  if (ts.isTemplateExpression(node)) return [node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')];
  if (ts.isConditionalExpression(node)) {
    const [one, other] = [textsOf(node.whenTrue, tree), textsOf(node.whenFalse, tree)];
    return one && other && [...one, ...other];
  }
  if (ts.isArrowFunction(node)) return ts.isBlock(node.body) ? undefined : textsOf(node.body, tree);
  const name = ts.isIdentifier(node) ? node : ts.isCallExpression(node) && ts.isIdentifier(node.expression) ? node.expression : undefined;
  if (!name) return undefined;
  const made = nodesOf(tree).find((each) => ts.isVariableDeclaration(each) && each.name.getText() === name.text);
  return made && ts.isVariableDeclaration(made) ? textsOf(made.initializer, tree) : undefined;
};

/** Where a key is only passed on: it is named by whoever calls. */
const relays = new Set(['src/shared/browser-storage.ts', 'src/app/persistence.ts']);

/** The key of one call or setting that makes a browser keep something; `undefined` for all other nodes. */
const keptBy = (node: ts.Node): { readonly key: ts.Node | undefined; readonly where: string; readonly before?: string } | undefined => {
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'lookupLocalStorage')
    return { key: node.initializer, where: 'localStorage' };
  if (ts.isObjectLiteralExpression(node)) {
    const find = (name: string) => node.properties.find((each) => each.name?.getText() === name);
    const key = find('key');
    // How redux-persist is set up.
    if (key && find('storage') && ts.isPropertyAssignment(key)) return { key: key.initializer, where: 'localStorage', before: 'persist:' };
  }
  if (!ts.isCallExpression(node)) return undefined;
  const [first, second] = node.arguments;
  const called = node.expression.getText();
  if (called === 'setCookie') return { key: second, where: 'cookie' };
  if (called === 'browserStorage') return { key: second, where: first && ts.isStringLiteralLike(first) ? first.text : '?' };
  const [, store] = /(\w+Storage|\w+\[area\])\.(?:setItem|getItem)$/.exec(called) ?? [];
  return store === undefined ? undefined : { key: first, where: store };
};

/** What a file makes a browser keep, and what of that cannot be told. */
const readFile = (name: string, text: string): { readonly kept: readonly Kept[]; readonly unclear: readonly string[] } => {
  const tree = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found = nodesOf(tree).flatMap((node) => {
    const by = keptBy(node);
    return by ? [{ ...by, names: textsOf(by.key, tree), said: node.getText() }] : [];
  });
  return {
    kept: found.flatMap(({ names = [], where, before = '' }) => names.map((each) => ({ name: before + each, where }))),
    unclear: found.filter(({ names }) => names === undefined && !relays.has(name)).map(({ said }) => `${name}: ${said}`),
  };
};

/** Other ways to leave something in a browser, which nobody uses here; whoever begins to must teach this test to read them. */
const otherWays =
  /\bindexedDB\b|\bcookieStore\b|\bcaches\.\w|\bnavigator\.storage\b|document\.cookie|Storage(?:\[['"`\w]|\.(?!setItem|getItem|removeItem|prototype)\w+ ?=)|['"`]set-cookie['"`]|window\.name ?=/i;

const files = [...sourceFiles('src', '.ts', '.tsx'), ...sourceFiles('server', '.ts')];
const read = files.map(({ name, text }) => readFile(name, text));
const inOrder = (all: readonly Kept[]) => [...new Set(all.map(({ name, where }) => `${where} ${name}`))].toSorted();

describe('what the shop keeps in a browser', () => {
  test('is what the privacy page lists: every cookie and key, in its place, and no other', () => {
    const listed = browserStorageList.flatMap(({ names, where }) => names.map((name) => ({ name, where })));
    expect(inOrder(read.flatMap(({ kept }) => kept))).toEqual(inOrder(listed));
    expect(listed).toHaveLength(inOrder(listed).length);
  });

  test('goes by names that can be read from the sources', () => {
    expect(read.flatMap(({ unclear }) => unclear)).toEqual([]);
  });

  test('goes by ways that this test knows', () => {
    expect(files.filter(({ text }) => otherWays.test(text)).map(({ name }) => name)).toEqual([]);
  });

  test.each([
    ["window.localStorage.setItem('flone:new', '1')", 'localStorage flone:new'],
    ["const key = 'flone:new';\nwindow.sessionStorage.getItem(key)", 'sessionStorage flone:new'],
    ["browserStorage('sessionStorage', 'flone:new')", 'sessionStorage flone:new'],
    ["setCookie(c, 'visits', '1')", 'cookie visits'],
    ["const nameOf = () => (isSafe ? 'visits' : 'visits');\nsetCookie(c, nameOf(site), '1')", 'cookie visits'],
    [`browserStorage('localStorage', \`flone:\${part}:new\`)`, 'localStorage flone:…:new'],
    ["const config = { key: 'other', storage: browserStorage }", 'localStorage persist:other'],
    ["const detection = { lookupLocalStorage: 'lng' }", 'localStorage lng'],
  ])('would be found in %s', (text, expected) => {
    expect(inOrder(readFile('src/new.ts', text).kept)).toEqual([expected]);
  });

  test('would be missed only with a word of it', () => {
    expect(readFile('src/new.ts', 'window.localStorage.setItem(nameOf(site), text)').unclear).toHaveLength(1);
  });

  test.each([
    "document.cookie = 'a=1'",
    'await caches.open(name)',
    'indexedDB.open(name)',
    "localStorage['a'] = '1'",
    'sessionStorage.visits = 1',
  ])('the rule knows %s', (text) => {
    expect(otherWays.test(text)).toBe(true);
  });
});
