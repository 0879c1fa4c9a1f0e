import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { toasts } from '#app/toasts.ts';
import { readTranslations, translationKeys } from '#tests/support/translations.ts';
import { sourceFiles } from './source-files.ts';

const words = readTranslations();
const files = sourceFiles('src', '.ts', '.tsx')
  .filter(({ name }) => !name.endsWith('.d.ts'))
  .map(({ name, text }) => ({ name, tree: ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true) }));

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

/** A key as a pattern: what a template fills in may be anything. */
const patternsOf = (node: ts.Node): string[] => {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return [node.head.text + node.templateSpans.map(({ literal }) => `*${literal.text}`).join('')];
  if (ts.isConditionalExpression(node)) return [...patternsOf(node.whenTrue), ...patternsOf(node.whenFalse)];
  return [];
};

/** The namespaces that `useTranslation` named in this file; the first is the one of keys without a prefix. */
const namespacesOf = (nodes: readonly ts.Node[]): string[] =>
  nodes.flatMap((node) => {
    if (!ts.isCallExpression(node) || node.expression.getText() !== 'useTranslation') return [];
    const [first] = node.arguments;
    if (first && ts.isArrayLiteralExpression(first)) return first.elements.slice(0, 1).flatMap(patternsOf);
    return first ? patternsOf(first) : [];
  });

/** Every key that is asked for in a file, as `namespace:key`. */
const usedIn = (tree: ts.Node): string[] => {
  const nodes = nodesOf(tree);
  const namespaces = new Set(namespacesOf(nodes));
  const asked = nodes.flatMap((node) =>
    ts.isCallExpression(node) && node.expression.getText() === 't' && node.arguments[0] ? patternsOf(node.arguments[0]) : [],
  );
  return asked.flatMap((key) =>
    key.includes(':') ? [key] : [...(namespaces.size > 0 ? namespaces : ['common'])].map((name) => `${name}:${key}`),
  );
};

const used = [...files.flatMap(({ tree }) => usedIn(tree)), ...Object.values(toasts).map((toast) => `toasts:${toast.words}`)];
const usedPatterns = [...new Set(used)].map((key) => new RegExp(`^${key.replaceAll(/[.[\]()+?^$]/g, '\\$&').replaceAll('*', '.+')}$`));
const known = Object.entries(words).flatMap(([namespace, of]) => translationKeys(of).map((key) => `${namespace}:${key}`));

/** A counted key is asked for without its ending. */
const plain = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');

describe('one catalogue of words', () => {
  test('every word of the catalogue is used by the shop', () => {
    const unused = known.filter((key) => !usedPatterns.some((pattern) => pattern.test(plain(key))));
    expect(unused).toEqual([]);
  });

  test('every word that a screen asks for is in the catalogue', () => {
    const plainKnown = known.map(plain);
    const lost = files.flatMap(({ name, tree }) =>
      usedIn(tree)
        // A file with two namespaces asks for each of its keys in one of them.
        .filter((key) => {
          const namespaces = [...new Set(namespacesOf(nodesOf(tree)))];
          const [, bare = ''] = key.split(':');
          const places =
            namespaces.length > 1 && namespaces.some((namespace) => key.startsWith(`${namespace}:`))
              ? namespaces.map((namespace) => `${namespace}:${bare}`)
              : [key];
          return !places.some((place) => {
            const pattern = new RegExp(`^${place.replaceAll('.', '\\.').replaceAll('*', '.+')}$`);
            return plainKnown.some((each) => pattern.test(each));
          });
        })
        .map((key) => `${name}: ${key}`),
    );
    expect(lost).toEqual([]);
  });

  test('counted words come in every form that English counts in', () => {
    const counted = known.filter((key) => key.endsWith('_one')).map(plain);
    expect(known.filter((key) => key.endsWith('_other')).map(plain)).toEqual(counted);
    expect(counted.length).toBeGreaterThan(0);
  });

  test('every value that words ask for is named alike in all their forms', () => {
    const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted();
    for (const [namespace, of] of Object.entries(words)) {
      const texts = new Map(
        translationKeys(of).map((key) => [key, String(key.split('.').reduce<unknown>((at, part) => Reflect.get(Object(at), part), of))]),
      );
      for (const [key, text] of texts) {
        const other = texts.get(key.replace(/_one$/, '_other')) ?? text;
        expect(holes(text), `${namespace}:${key}`).toEqual(holes(other));
        expect(text.trim(), `${namespace}:${key}`).toBe(text);
      }
    }
  });

  const isWord = (text: string) => /\p{L}{2,}/u.test(text);
  const spoken = new Set(['aria-label', 'aria-description', 'aria-roledescription', 'title', 'alt', 'placeholder', 'label']);

  test.each(files.filter(({ name }) => name.endsWith('.tsx')).map((file) => [file.name, file] as const))(
    'no English stands in %s',
    (_, { tree }) => {
      const found = nodesOf(tree).flatMap((node) => {
        if (ts.isJsxText(node) && isWord(node.text)) return [node.text.trim()];
        if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent) && node.expression)
          return patternsOf(node.expression).filter(isWord);
        if (!ts.isJsxAttribute(node) || !spoken.has(node.name.getText()) || !node.initializer) return [];
        const value = ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer;
        return value ? patternsOf(value).filter(isWord) : [];
      });
      expect(found).toEqual([]);
    },
  );
});
