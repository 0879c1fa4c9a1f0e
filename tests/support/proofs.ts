import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Clause } from '#tests/conformance.ts';

const separator = ' › ';
/** A shorter piece would be found by chance. */
const shortest = 4;

/** What stands as the first word of a call, over one line or two: the titles of tests and of their groups are among it. */
const titlesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g)].map(([, , title = '']) => title);

const titles = new Map<string, readonly string[]>();

const titlesOf = (file: string): readonly string[] => {
  const known = titles.get(file);
  if (known) return known;
  const address = path.resolve(file.startsWith('e2e/') ? file : `tests/${file}`);
  const found = existsSync(address) ? titlesIn(readFileSync(address, 'utf8')) : [];
  titles.set(file, found);
  return found;
};

/** What is wrong with the proofs of some clauses, in a line each: none at all, or one that names a test that there is not. */
export const unproven = (clauses: readonly Clause[]): readonly string[] =>
  clauses.flatMap(({ section, says, proofs }) => {
    const name = `[${section}] ${says}`;
    if (proofs.length === 0) return [`${name}: no test`];
    return proofs.flatMap((proof) => {
      const [file = '', title = ''] = proof.split(separator);
      const isThere = title.length >= shortest && titlesOf(file).some((each) => each.includes(title));
      return isThere ? [] : [`${name}: no test “${proof}”`];
    });
  });
