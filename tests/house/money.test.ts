import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

test('pounds become pence before anything is calculated with them: a sum never touches a float', () => {
  const files = [...sourceFiles('src', '.ts', '.tsx'), ...sourceFiles('server', '.ts')];
  const calculated = files.flatMap(({ name, text }) =>
    [...text.matchAll(/(?<!\w)pence\(([^()]*)\)/g)].flatMap(([call, amount = '']) => (/ [*/+-] /.test(amount) ? [`${name}: ${call}`] : [])),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(calculated).toEqual([]);
});
