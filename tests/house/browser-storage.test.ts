import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { browserStorageList } from '#screens/legal/browser-storage-table.tsx';
import { nodesOf, sourceFiles } from './source-files.ts';

type StoredKey = { readonly name: string; readonly where: string };

/** The possible string values of an expression, as far as its file shows them; otherwise undefined. */
const possibleValues = (node: ts.Node | undefined, tree: ts.SourceFile): readonly string[] | undefined => {
  if (!node) return undefined;
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return possibleValues(node.expression, tree);
  // Interpolated values are unknown: `…`.
  if (ts.isTemplateExpression(node)) return [node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')];
  if (ts.isConditionalExpression(node)) {
    const whenTrue = possibleValues(node.whenTrue, tree);
    const whenFalse = possibleValues(node.whenFalse, tree);
    return whenTrue && whenFalse && [...whenTrue, ...whenFalse];
  }
  if (ts.isArrowFunction(node)) return ts.isBlock(node.body) ? undefined : possibleValues(node.body, tree);
  const name = ts.isIdentifier(node) ? node : ts.isCallExpression(node) && ts.isIdentifier(node.expression) ? node.expression : undefined;
  if (!name) return undefined;
  const declaration = nodesOf(tree).find((each) => ts.isVariableDeclaration(each) && each.name.getText() === name.text);
  return declaration && ts.isVariableDeclaration(declaration) ? possibleValues(declaration.initializer, tree) : undefined;
};

/** Storage helpers, whose key is a parameter: their callers are checked instead. */
const helpers = new Set(['src/shared/browser-storage.ts', 'src/app/persistence.ts']);

/** The key of a call or setting that stores something in the browser; otherwise undefined. */
const storedKeyOf = (
  node: ts.Node,
): { readonly key: ts.Node | undefined; readonly where: string; readonly prefix?: string } | undefined => {
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'lookupLocalStorage')
    return { key: node.initializer, where: 'localStorage' };
  if (ts.isObjectLiteralExpression(node)) {
    const find = (name: string) => node.properties.find((each) => each.name?.getText() === name);
    const key = find('key');
    // The configuration of redux-persist.
    if (key && find('storage') && ts.isPropertyAssignment(key)) return { key: key.initializer, where: 'localStorage', prefix: 'persist:' };
  }
  // React Router's scroll positions.
  if (ts.isJsxAttribute(node) && node.name.getText() === 'storageKey' && node.initializer)
    return { key: node.initializer, where: 'sessionStorage' };
  if (!ts.isCallExpression(node)) return undefined;
  const [first, second] = node.arguments;
  const called = node.expression.getText();
  if (called === 'setCookie') return { key: second, where: 'cookie' };
  if (called === 'browserStorage') return { key: second, where: first && ts.isStringLiteralLike(first) ? first.text : '?' };
  const [, store] = /(\w+Storage|\w+\[area\])\.(?:setItem|getItem)$/.exec(called) ?? [];
  return store === undefined ? undefined : { key: first, where: store };
};

/** What a file stores in the browser, and the calls whose key is unknown. */
const readFile = (name: string, text: string): { readonly keys: readonly StoredKey[]; readonly unclear: readonly string[] } => {
  const tree = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found = nodesOf(tree).flatMap((node) => {
    const stored = storedKeyOf(node);
    return stored ? [{ ...stored, names: possibleValues(stored.key, tree), source: node.getText() }] : [];
  });
  return {
    keys: found.flatMap(({ names = [], where, prefix = '' }) => names.map((each) => ({ name: prefix + each, where }))),
    unclear: found.filter(({ names }) => names === undefined && !helpers.has(name)).map(({ source }) => `${name}: ${source}`),
  };
};

/** Other APIs that store, which the shop does not use: this test cannot read their keys. Reading `document.cookie` stores nothing. */
const otherApis =
  /\bindexedDB\b|\bcookieStore\b|\bcaches\.\w|\bnavigator\.storage\b|document\.cookie\s*=(?!=)|Storage(?:\[['"`\w]|\.(?!setItem|getItem|removeItem|prototype)\w+ ?=)|['"`]set-cookie['"`]|window\.name ?=/i;

// The privacy page is about visitors: what the desk keeps is kept by staff.
const files = [...sourceFiles('src', '.ts', '.tsx'), ...sourceFiles('server', '.ts')].filter(({ name }) => !name.startsWith('src/desk/'));
const read = files.map(({ name, text }) => readFile(name, text));
const sortedKeys = (all: readonly StoredKey[]) => [...new Set(all.map(({ name, where }) => `${where} ${name}`))].toSorted();

describe('what the shop keeps in a browser', () => {
  test('what the shop keeps in a browser is exactly what the privacy page lists: every cookie and key, with its storage', () => {
    const listed = browserStorageList.flatMap(({ names, where }) => names.map((name) => ({ name, where })));
    expect(sortedKeys(read.flatMap(({ keys }) => keys))).toEqual(sortedKeys(listed));
    expect(listed).toHaveLength(sortedKeys(listed).length);
  });

  test('what the shop keeps in a browser has keys that can be read from the sources', () => {
    expect(read.flatMap(({ unclear }) => unclear)).toEqual([]);
  });

  test('what the shop keeps in a browser is stored through the APIs that this test can read', () => {
    expect(files.filter(({ text }) => otherApis.test(text)).map(({ name }) => name)).toEqual([]);
  });

  test('what the shop keeps in a browser is found in every form that the sources have', () => {
    const forms = [
      ["window.localStorage.setItem('flone:new', '1')", 'localStorage flone:new'],
      ["const key = 'flone:new';\nwindow.sessionStorage.getItem(key)", 'sessionStorage flone:new'],
      ["browserStorage('sessionStorage', 'flone:new')", 'sessionStorage flone:new'],
      ["setCookie(c, 'visits', '1')", 'cookie visits'],
      ["const nameOf = () => (isSafe ? 'visits' : 'visits');\nsetCookie(c, nameOf(site), '1')", 'cookie visits'],
      [`browserStorage('localStorage', \`flone:\${part}:new\`)`, 'localStorage flone:…:new'],
      ["const config = { key: 'other', storage: browserStorage }", 'localStorage persist:other'],
      ["const detection = { lookupLocalStorage: 'lng' }", 'localStorage lng'],
    ] as const;
    for (const [text, expected] of forms) expect(sortedKeys(readFile('src/new.ts', text).keys)).toEqual([expected]);
    expect(readFile('src/new.ts', 'window.localStorage.setItem(nameOf(site), text)').unclear).toHaveLength(1);
    const others = [
      "document.cookie = 'a=1'",
      'await caches.open(name)',
      'indexedDB.open(name)',
      "localStorage['a'] = '1'",
      'sessionStorage.visits = 1',
    ];
    expect(others.filter((text) => !otherApis.test(text))).toEqual([]);
  });
});
