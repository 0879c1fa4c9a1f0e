import { type RefObject, useEffect, useRef } from 'react';

/** The ref of a heading that takes the place of a form: it takes the focus when the form's work is done, so that it is read out. */
export const useOutcomeHeading = (isDone: boolean): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isDone) heading.current?.focus();
  }, [isDone]);
  return heading;
};
