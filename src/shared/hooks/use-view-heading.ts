import { type RefCallback, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

/**
 * The ref of the heading of `view`, for views of one screen that only the query changes: then the router does not move the focus, and the
 * pressed link may be unmounted. The heading takes the focus when the view changes, as soon as it is mounted, and scrolls into view; not in
 * the first view.
 */
export const useViewHeading = (view: string): RefCallback<HTMLHeadingElement> => {
  const shownViewRef = useRef(view);
  return useCallback(
    (heading) => {
      if (!heading || shownViewRef.current === view) return;
      shownViewRef.current = view;
      heading.focus();
    },
    [view],
  );
};

/** The ref of a heading or message that replaces other content: it takes the focus once `isDone` or on mount, so that it is announced. */
export const useOutcomeHeading = (isDone: boolean): RefObject<HTMLHeadingElement | null> => {
  const headingRef = useRef<HTMLHeadingElement>(null);
  // In the commit that shows the heading, so that the focus is never lost in between.
  useLayoutEffect(() => {
    if (isDone) headingRef.current?.focus();
  }, [isDone]);
  return headingRef;
};
