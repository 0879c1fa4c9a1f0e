import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { HEAD_ATTRIBUTE } from '#app/head/head-attribute.ts';

/**
 * What the document said of the address that it was opened at goes as soon as the shopper goes elsewhere: a stale canonical address
 * is what browsers would share. Who reads heads opens every address by itself; for shoppers, screens keep the title right.
 */
export const FirstHead = () => {
  const { pathname, search } = useLocation();
  const first = useRef(pathname + search);
  useEffect(() => {
    if (pathname + search !== first.current) for (const tag of document.querySelectorAll(`[${HEAD_ATTRIBUTE}]`)) tag.remove();
  }, [pathname, search]);
  return null;
};
