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

/** Has the page been scrolled past the place where this element stands? */
export const useScrolledPastElement = (place: RefObject<HTMLElement | null>): boolean => {
  const [isPast, setIsPast] = useState(false);
  useEffect(() => {
    if (!place.current || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setIsPast(!entry.isIntersecting && entry.boundingClientRect.top < 0);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return isPast;
};
