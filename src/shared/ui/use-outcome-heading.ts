import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The ref of a heading or message that replaces other content: it takes the focus once `isDone` or on mount, so that it is announced. */
export const useOutcomeHeading = (isDone: boolean): RefObject<HTMLHeadingElement | null> => {
  const headingRef = useRef<HTMLHeadingElement>(null);
  // With the commit that shows it, so that the focus is never lost in between.
  useLayoutEffect(() => {
    if (isDone) headingRef.current?.focus();
  }, [isDone]);
  return headingRef;
};
