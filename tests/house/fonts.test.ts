import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { basicCharacters } from '#server/build/subset-fonts.ts';

const emoji = /\p{Extended_Pictographic}\uFE0F?/gu;

test('a shopper who reads the English texts loads only the fonts of the basic characters', () => {
  const files = ['public/locales/en', 'src/features/journal/posts'].flatMap((folder) =>
    readdirSync(folder).map((name) => path.join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(20);
  const basic = new Set(basicCharacters());
  expect(basic.size).toBeGreaterThan(100);
  for (const file of files) {
    const text = readFileSync(file, 'utf8').replaceAll(emoji, '').replaceAll(/\s/g, '');
    expect(
      [...new Set(text)].filter((character) => !basic.has(character)),
      file,
    ).toEqual([]);
  }
});
