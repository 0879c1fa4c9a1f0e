/** The first eight or else four items, to fill complete rows of a grid; fewer are returned as they are. */
export const wholeRows = <Item>(items: readonly Item[]): readonly Item[] => items.slice(0, items.length < 8 ? 4 : 8);
