import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Scrolls to the element of the URL's fragment and focuses it; not on Back, Forward and reload, which restore the scroll position. */
export const useFragment = (): void => {
  const location = useLocation();
  const navigationType = useNavigationType();
  useEffect(() => {
    const { hash } = location;
    if (hash === '' || (navigationType === 'POP' && window.scrollY > 0)) return;
    const target = document.getElementById(hash.slice(1));
    target?.focus({ preventScroll: true });
    target?.scrollIntoView();
  }, [location, navigationType]);
};
