import { expect, test } from 'vitest';
import { synonymList } from '#contract/synonym.ts';

test('a list of synonyms has the words of shoppers, each with the words that it finds', () => {
  const synonyms = [{ word: 'sofa', finds: ['couch', 'settee'] }];
  expect(synonymList.parse([{ ...synonyms[0], unknownField: 'x' }])).toEqual(synonyms);
  for (const wrong of [{ word: 'sofa' }, { finds: ['couch'] }, { word: 7, finds: [] }, { word: 'sofa', finds: [7] }])
    expect(synonymList.safeParse([wrong]).success).toBe(false);
});
