import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

const folder = path.join(import.meta.dirname, '..', '..', 'public', 'locales', 'en');

const words = z.record(z.string(), z.unknown());

/** The shop's words by namespace, as they are served. */
export const readTranslations = (): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    readdirSync(folder).map((file) => [
      path.basename(file, '.json'),
      words.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8'))),
    ]),
  );

/** Every key of some words, dotted: `header.menu.home`. */
export const translationKeys = (of: object, before = ''): string[] =>
  Object.entries(of).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? translationKeys(value, `${before}${key}.`) : [`${before}${key}`],
  );

/** The words of one dotted key. */
export const translationAt = (of: object, key: string): unknown =>
  key.split('.').reduce<unknown>((at, part) => (typeof at === 'object' && at !== null ? Reflect.get(at, part) : undefined), of);
