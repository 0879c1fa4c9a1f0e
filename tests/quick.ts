/**
 * Whether this is a run of `npm test`. It leaves out what takes long and is proven a second time by it, at another width, on another engine or with
 * further values: that is `npm run test:all`, and every run of a tool by itself.
 */
export const isQuick = process.env.TESTS === 'quick';

/** In `npm test` the first item of each kind, otherwise all. */
export const firstOfEach = <Item>(items: readonly Item[], kindOf: (item: Item) => unknown): readonly Item[] => {
  if (!isQuick) return items;
  const kinds = items.map((item) => JSON.stringify(kindOf(item)));
  return items.filter((_, index) => kinds.indexOf(kinds[index] ?? '') === index);
};
