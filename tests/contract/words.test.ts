import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flatTexts, strayParts, type Texts, withWords } from '#contract/words.ts';
import { readTranslations } from '#tests/support/translations.ts';

const texts: Texts = { heading: 'Cart', line: { one: '{{count}} piece', other: '{{count}} pieces of <b>{{name}}</b>' } };

describe('the seller’s words', () => {
  test('texts are listed by their dotted keys, in their order', () => {
    expect(flatTexts(texts)).toEqual([
      ['heading', 'Cart'],
      ['line.one', '{{count}} piece'],
      ['line.other', '{{count}} pieces of <b>{{name}}</b>'],
    ]);
  });

  test('a word stands in the place of its original, and one without an original nowhere', () => {
    expect(withWords(texts, { heading: 'Basket', 'line.one': 'One {{count}}', gone: 'x', line: 'y', __proto__: 'z' })).toEqual({
      heading: 'Basket',
      line: { one: 'One {{count}}', other: '{{count}} pieces of <b>{{name}}</b>' },
    });
  });

  test.each([
    ['{{count}} piece', 'Pieces: {{count}}', [], []],
    ['{{count}} piece', 'A piece', ['{{count}}'], []],
    ['{{count}} piece', '{{ count }} piece', ['{{count}}'], ['{{ count }}']],
    ['Read the <terms>terms</terms>.', 'Read the <terms>conditions</terms>!', [], []],
    ['Read the <terms>terms</terms>.', 'Read the terms.', ['</terms>', '<terms>'], []],
    ['Read the terms.', 'Read <a href="https://evil.example">this</a>.', [], ['</a>', '<a href="https://evil.example">']],
    ['{{a}} and {{a}}', '{{a}}', ['{{a}}'], []],
    ['Hello', 'Hello {{name}}', [], ['{{name}}']],
    ['2 < 3', '3 > 2', [], []],
  ])('“%s” may be said as “%s” if it lacks %o and adds %o', (original, text, missing, unknown) => {
    expect(strayParts(original, text)).toEqual({ missing, unknown });
  });

  test('of every text of the shop a placeholder or tag that is taken out is missed', () => {
    let tried = 0;
    for (const namespace of Object.values(readTranslations()))
      for (const [, text] of flatTexts(namespace as Texts)) {
        expect(strayParts(text, text)).toEqual({ missing: [], unknown: [] });
        for (const [part] of text.matchAll(/\{\{.*?\}\}/g)) {
          tried += 1;
          expect(strayParts(text, text.replace(part, '')).missing, text).toEqual([part]);
        }
      }
    expect(tried).toBeGreaterThan(300);
  });

  test('words change the texts that they name, and no other', () => {
    const key = fc.constantFrom('heading', 'line.one', 'line.other', 'line', 'nothing', 'toString', '__proto__');
    fc.assert(
      fc.property(fc.dictionary(key, fc.string({ minLength: 1 })), (words) => {
        const after = new Map(flatTexts(withWords(texts, words)));
        for (const [name, original] of flatTexts(texts)) expect(after.get(name)).toBe(Object.hasOwn(words, name) ? words[name] : original);
        expect(after.size).toBe(3);
      }),
    );
  });
});
