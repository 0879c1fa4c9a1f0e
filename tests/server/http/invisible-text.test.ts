import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { importRow } from '#server/domain/catalogue/catalogue-file.ts';
import { type Call, calls } from '#server/http/calls.ts';
import { deskCalls } from '#server/http/desk/desk-calls.ts';
import { deskSamples, samples } from '#tests/support/call-samples.ts';

const blanks = ['\u200B', '\u2800', '\u3164', '\u202E', '\u2060\uFE0F', '\u00AD \u200D'];
const directions = '\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069';

/** What is compared or parsed, and shown nowhere as it came; and product fields, which `importRow` checks. */
const notShown =
  /(?:^|\.)(?:id|orderId|replaces|itemId|password|token|key|code|oneTimeCode|version|file|q|from|to|honeypot|fields|account|operations|replacement|answeredAt|seen)(?:\.|$)|^(?:searchMiss|browserError|paymentWebhook)\b/;

type Leaf = { readonly path: readonly string[]; readonly value: string };

const leavesOf = (value: unknown, path: readonly string[] = []): Leaf[] => {
  if (typeof value === 'string') return [{ path, value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => leavesOf(part, [...path, key]));
};

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((part, key) => (part as Readonly<Record<string, unknown>>)[key], value);

const replaced = (value: unknown, path: readonly string[], text: string): unknown => {
  const copy = structuredClone(value);
  const last = path.at(-1) ?? '';
  (at(copy, path.slice(0, -1)) as Record<string, unknown>)[last] = text;
  return copy;
};

const schemaOf = (call: Call) => call.body ?? call.form?.fields;

const fields = [
  ...Object.entries(samples).map(([name, sample]) => ({ name, sample, schema: schemaOf(calls[name as keyof typeof samples]) })),
  ...Object.entries(deskSamples).map(([name, sample]) => ({ name, sample, schema: schemaOf(deskCalls[name as keyof typeof deskSamples]) })),
].flatMap(({ name, sample, schema }) =>
  schema
    ? leavesOf(sample)
        .map(({ path, value }) => ({ title: [name, ...path].join('.'), path, value, sample, schema }))
        .filter(({ title }) => !notShown.test(title))
    : [],
);

describe('texts of all calls', () => {
  test('there are many of them', () => {
    expect(fields.length).toBeGreaterThan(60);
  });

  test.each(fields)('a text that nobody can see is refused, or is none: $title', ({ path, sample, schema }) => {
    for (const blank of blanks) {
      const parsed = z.safeParse(schema, replaced(sample, path, blank));
      expect(parsed.success ? at(parsed.data, path) : '').toBe('');
    }
  });

  test.each(fields)('marks of direction are removed: $title', ({ path, value, sample, schema }) => {
    const parsed = z.safeParse(schema, replaced(sample, path, `${directions}${value}${directions}`));
    const stored = at(z.parse(schema, sample), path);
    expect(parsed.success ? at(parsed.data, path) : stored).toBe(stored);
  });
});

const productTexts = leavesOf({ ...deskSamples.createProduct.fields, types: [], colors: [] });

test.each(productTexts)('a product’s text has no marks of direction: $path', ({ path, value }) => {
  const row = { stock: 1, id: 'spoon', ...deskSamples.createProduct.fields, types: [], colors: [] };
  const parsed = importRow.safeParse(replaced(row, path, `${directions}${value}`));
  expect(parsed.data && at(parsed.data, path)).toBe(value);
});

test.each(blanks)('a product needs a name that can be seen, and so do its choices: %j', (blank) => {
  const row = { stock: 1, id: 'spoon', name: 'Spoon', basePrice: 5 };
  for (const change of [
    { name: blank },
    { tags: [blank] },
    { colors: [{ color: blank }] },
    { colors: [{ color: 'Oat', sizes: [{ name: blank, stock: 1 }] }] },
    { types: [{ id: 'x', name: blank, basePrice: 5 }] },
  ])
    expect(importRow.safeParse({ ...row, ...change }).success).toBe(false);
});
