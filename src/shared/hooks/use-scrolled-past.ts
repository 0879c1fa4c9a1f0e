import { type RefObject, useEffect, useState } from 'react';

/** Has the page been scrolled by more than `threshold` pixels? */
export const useScrolledPast = (threshold: number): boolean => {
  const [isPast, setIsPast] = useState(false);
  useEffect(() => {
    const look = () => setIsPast(window.scrollY > threshold);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [threshold]);
  return isPast;
};

/** What is still to come counts as seen: a jump from far above the place to far below it is then noticed too. */
const everythingBelow = '0px 0px 1000000px 0px';

/** Has the page been scrolled past the place where this element stands? */
export const useScrolledPastElement = (place: RefObject<HTMLElement | null>): boolean => {
  const [isPast, setIsPast] = useState(false);
  useEffect(() => {
    if (!place.current || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry) setIsPast(!entry.isIntersecting && entry.boundingClientRect.top < 0);
      },
      { rootMargin: everythingBelow },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return isPast;
};
