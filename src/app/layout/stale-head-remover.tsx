import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { HEAD_ATTRIBUTE } from '#app/head/head-attribute.ts';

/**
 * Removes the server's tags for the first address on navigation: browsers would share its canonical URL for another page. Crawlers load each
 * address by itself, so nothing is written in their place.
 */
export const StaleHeadRemover = () => {
  const { pathname, search } = useLocation();
  const firstRef = useRef(pathname + search);
  useEffect(() => {
    if (pathname + search !== firstRef.current) for (const tag of document.querySelectorAll(`[${HEAD_ATTRIBUTE}]`)) tag.remove();
  }, [pathname, search]);
  return null;
};
