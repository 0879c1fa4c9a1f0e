/**
 * The ref of the current link or choice in a list or group that may overflow sideways: scrolls that row until the link is in its middle.
 * `scrollIntoView` would scroll the page too.
 */
export const scrollToMiddle = (link: HTMLElement | null): void => {
  const row = link?.closest('ul, div');
  if (!link || !row) return;
  const middleOf = (element: Element): number => {
    const { left, width } = element.getBoundingClientRect();
    return left + width / 2;
  };
  row.scrollLeft += middleOf(link) - middleOf(row);
};
