import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * Leads to the place of the page that the address names behind its `#`: the screen shows it and the keyboard goes on from there. Back, Forward
 * and a reload return to where the reader was instead.
 */
export const useFragment = (): void => {
  const location = useLocation();
  const way = useNavigationType();
  useEffect(() => {
    const { hash } = location;
    if (hash === '' || (way === 'POP' && window.scrollY > 0)) return;
    const place = document.getElementById(hash.slice(1));
    place?.focus({ preventScroll: true });
    place?.scrollIntoView();
  }, [location, way]);
};
