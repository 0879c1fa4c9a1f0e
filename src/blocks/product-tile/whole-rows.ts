/** The first eight or else the first four of some goods, which fill whole rows of a grid; fewer stand as they are. */
export const wholeRows = <Item>(items: readonly Item[]): readonly Item[] => items.slice(0, items.length < 8 ? 4 : 8);
