import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { toasts } from '#app/toasts.ts';
import { readTranslations, translationAt, translationKeys } from '#tests/support/translations.ts';
import { nodesOf, sourceFiles } from './source-files.ts';

const translations = readTranslations();
const files = sourceFiles('src', '.ts', '.tsx')
  .filter(({ name }) => !name.endsWith('.d.ts'))
  .map(({ name, text }) => ({ name, tree: ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true) }));

/** The possible keys of an expression; `*` stands for an interpolated value. */
const patternsOf = (node: ts.Node): string[] => {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return [node.head.text + node.templateSpans.map(({ literal }) => `*${literal.text}`).join('')];
  if (ts.isParenthesizedExpression(node)) return patternsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...patternsOf(node.whenTrue), ...patternsOf(node.whenFalse)];
  return [];
};

/** The first namespace of each `useTranslation` call and `TFunction` type in this file, which keys without a prefix belong to. */
const namespacesOf = (nodes: readonly ts.Node[]): string[] =>
  nodes.flatMap((node) => {
    if (ts.isTypeReferenceNode(node) && node.typeName.getText() === 'TFunction')
      return (node.typeArguments ?? []).flatMap((argument) => (ts.isLiteralTypeNode(argument) ? patternsOf(argument.literal) : []));
    if (!ts.isCallExpression(node) || node.expression.getText() !== 'useTranslation') return [];
    const [first] = node.arguments;
    if (first && ts.isArrayLiteralExpression(first)) return first.elements.slice(0, 1).flatMap(patternsOf);
    return first ? patternsOf(first) : [];
  });

/** Every key that a file uses, as `namespace:key`. */
const usedIn = (tree: ts.Node): string[] => {
  const nodes = nodesOf(tree);
  const namespaces = new Set(namespacesOf(nodes));
  const keys = nodes.flatMap((node) =>
    ts.isCallExpression(node) && node.expression.getText() === 't' && node.arguments[0] ? patternsOf(node.arguments[0]) : [],
  );
  return keys.flatMap((key) =>
    key.includes(':') ? [key] : [...(namespaces.size > 0 ? namespaces : ['common'])].map((name) => `${name}:${key}`),
  );
};

const used = [...files.flatMap(({ tree }) => usedIn(tree)), ...toasts.map((toast) => `toasts:${toast.messageKey}`)];
const usedPatterns = [...new Set(used)].map((key) => new RegExp(`^${key.replaceAll(/[.[\]()+?^$]/g, '\\$&').replaceAll('*', '.+')}$`));
const known = Object.entries(translations).flatMap(([namespace, texts]) => translationKeys(texts).map((key) => `${namespace}:${key}`));

/** A key without its plural suffix. */
const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');

// A key that the shop uses and no file has does not compile: src/shared/i18n/i18next.d.ts.
describe('the translations', () => {
  test('the translations contain no key that the shop does not use', () => {
    const unused = known.filter((key) => !usedPatterns.some((pattern) => pattern.test(withoutPlural(key))));
    expect(unused).toEqual([]);
  });

  test('the translations contain both English plural forms of every counted key', () => {
    const counted = known.filter((key) => key.endsWith('_one')).map(withoutPlural);
    expect(known.filter((key) => key.endsWith('_other')).map(withoutPlural)).toEqual(counted);
    expect(counted.length).toBeGreaterThan(0);
  });

  test('the translations use the same interpolated names in both plural forms, and have no surrounding spaces', () => {
    const interpolations = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted();
    for (const [namespace, keys] of Object.entries(translations)) {
      const texts = new Map(
        translationKeys(keys).map((key) => [
          key,
          String(key.split('.').reduce<unknown>((at, part) => Reflect.get(Object(at), part), keys)),
        ]),
      );
      for (const [key, text] of texts) {
        const other = texts.get(key.replace(/_one$/, '_other')) ?? text;
        expect(interpolations(text), `${namespace}:${key}`).toEqual(interpolations(other));
        expect(text.trim(), `${namespace}:${key}`).toBe(text);
      }
    }
  });

  test('the translations have curly apostrophes, not those of a typewriter', () => {
    const straight = Object.entries(translations).flatMap(([namespace, keys]) =>
      translationKeys(keys)
        .filter((key) => String(translationAt(keys, key)).includes("'"))
        .map((key) => `${namespace}:${key}`),
    );
    expect(straight).toEqual([]);
  });

  test('the translations of what is wrong with a field are phrases without a full stop', () => {
    const errors = Object.entries(translations).flatMap(([namespace, keys]) =>
      translationKeys(keys)
        .filter((key) => key.split('.').includes('errors'))
        .map((key) => `${namespace}:${key}: ${translationAt(keys, key)}`),
    );
    expect(errors.length).toBeGreaterThan(20);
    expect(errors.filter((error) => error.endsWith('.'))).toEqual([]);
  });

  const isText = (text: string) => /\p{L}{2,}/u.test(text);
  const textAttributes = new Set(['aria-label', 'aria-description', 'aria-roledescription', 'title', 'alt', 'placeholder', 'label']);

  test('the translations are the only source of text: no component contains any', () => {
    const components = files.filter(({ name }) => name.endsWith('.tsx'));
    expect(components.length).toBeGreaterThan(100);
    for (const { name, tree } of components) {
      const found = nodesOf(tree).flatMap((node) => {
        if (ts.isJsxText(node) && isText(node.text)) return [node.text.trim()];
        if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent) && node.expression)
          return patternsOf(node.expression).filter(isText);
        if (!ts.isJsxAttribute(node) || !textAttributes.has(node.name.getText()) || !node.initializer) return [];
        const value = ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer;
        return value ? patternsOf(value).filter(isText) : [];
      });
      expect(found, name).toEqual([]);
    }
  });
});
