import { type RefObject, useEffect, useState } from 'react';

/** Whether the page is scrolled by more than `threshold` pixels. */
export const useScrolledPast = (threshold: number): boolean => {
  const [isPast, setIsPast] = useState(false);
  useEffect(() => {
    const update = () => setIsPast(window.scrollY > threshold);
    update();
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, [threshold]);
  return isPast;
};

/** Everything below the viewport counts as intersecting, so that a jump across the element is noticed, too. */
const rootMargin = '0px 0px 1000000px 0px';

export const useScrolledPastElement = (elementRef: RefObject<HTMLElement | null>): boolean => {
  const [isPast, setIsPast] = useState(false);
  useEffect(() => {
    if (!elementRef.current || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // One call reports all crossings since the last: a quick scroll there and back has two.
        const entry = entries.at(-1);
        if (entry) setIsPast(!entry.isIntersecting && entry.boundingClientRect.top < 0);
      },
      { rootMargin },
    );
    observer.observe(elementRef.current);
    return () => observer.disconnect();
  }, [elementRef]);
  return isPast;
};
