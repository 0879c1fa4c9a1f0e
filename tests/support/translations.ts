import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

const folder = path.join(import.meta.dirname, '..', '..', 'public', 'locales', 'en');

const namespaceSchema = z.record(z.string(), z.unknown());

/** The English translation files by namespace. */
export const readTranslations = (): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    readdirSync(folder).map((file) => [
      path.basename(file, '.json'),
      namespaceSchema.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8'))),
    ]),
  );

/** Every key of a namespace with its path: `header.menu.home`. */
export const translationKeys = (texts: object, prefix = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? translationKeys(value, `${prefix}${key}.`) : [`${prefix}${key}`],
  );

/** The text at a key's path; undefined when there is none. */
export const translationAt = (texts: object, key: string): unknown =>
  key.split('.').reduce<unknown>((node, part) => (typeof node === 'object' && node !== null ? Reflect.get(node, part) : undefined), texts);
