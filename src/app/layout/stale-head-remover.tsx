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
    if (pathname + search === firstRef.current) return;
    for (const tag of document.querySelectorAll(`[${HEAD_ATTRIBUTE}]`)) {
      // JSON-LD is a child of the body: if it were removed, Chromium would compute the styles of the whole page again.
      if (tag instanceof HTMLScriptElement) tag.textContent = '';
      else tag.remove();
    }
  }, [pathname, search]);
  return null;
};
