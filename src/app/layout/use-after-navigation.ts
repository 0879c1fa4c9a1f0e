import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigation, useNavigationType } from 'react-router-dom';
import { newPageState } from '#shared/ui/link.tsx';

/** Marks the tags that the server wrote for the URL of this document: they are removed on navigation, and JSON-LD is emptied. */
export const HEAD_ATTRIBUTE = 'data-of-address';

/** Input by the shopper ends the wait for a page to grow. */
const inputEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** The wait for a page to grow ends after this time as well. */
const maxGrowthMs = 5000;

/** Scrolls to `top` (pixels) once the page is tall enough. Returns a function that says whether it has, or has given up; `signal` ends it. */
const scrollOnceTallEnough = (top: number, signal: AbortSignal): (() => boolean) => {
  const ended = new AbortController();
  const end = () => ended.abort();
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, top);
    if (Math.abs(window.scrollY - top) < 2) end();
  });
  const timer = setTimeout(end, maxGrowthMs);
  ended.signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
  signal.addEventListener('abort', end);
  for (const event of inputEvents) window.addEventListener(event, end, { passive: true, signal: ended.signal });
  observer.observe(document.body);
  return () => ended.signal.aborted;
};

/**
 * React Router restores a scroll position when the page is mounted; one that is still loading is too short for it then, and grows. The position is
 * stored when a navigation starts, because a spinner may replace the page before it ends. Call it in a component before the page: where nothing is
 * loaded, the next page takes its place at once.
 */
export const useScrollAsPageGrows = () => {
  const { key } = useLocation();
  const isLeaving = useNavigation().state !== 'idle';
  const positionsRef = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    if (isLeaving) return;
    const positions = positionsRef.current;
    // Back and Forward come to a key that is known, and so does a navigation that was given up.
    const top = positions.get(key);
    if (top === undefined) return () => void positions.set(key, window.scrollY);
    const left = new AbortController();
    const isOver = scrollOnceTallEnough(top, left.signal);
    return () => {
      if (isOver()) positions.set(key, window.scrollY);
      left.abort();
    };
  }, [key, isLeaving]);
};

/** Moves the focus to the heading of a page of the same path, unless a heading within it has taken the focus by itself. */
const focusHeading = (content: HTMLElement): void => {
  const focused = document.activeElement;
  if (focused?.matches('h1, h2, h3') && content.contains(focused)) {
    focused.scrollIntoView({ block: 'nearest' });
    return;
  }
  const heading = content.querySelector<HTMLElement>('h1') ?? content;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
};

/**
 * Moves the focus to the content of a new path, or to the heading of another page of the same path; Back and Forward leave it, and a link to a part
 * of a page moves it itself. Whoever has gone on to something else while the page was loading, such as the search, keeps it.
 */
export const useFocusOnNewPage = (contentId: string) => {
  const { pathname, hash, key, state } = useLocation();
  const navigationType = useNavigationType();
  const previousRef = useRef({ pathname, key });
  const next = useNavigation().location;
  const pressedRef = useRef<Element>(null);
  useEffect(() => {
    // After a menu has closed, which gives the focus back to its button.
    pressedRef.current = next ? document.activeElement : null;
  }, [next]);
  useLayoutEffect(() => {
    const previous = previousRef.current;
    if (previous.key === key) return;
    previousRef.current = { pathname, key };
    const isNewPath = previous.pathname !== pathname;
    if (navigationType === 'POP' || hash !== '' || !(isNewPath || state === newPageState)) return;
    const focused = document.activeElement;
    const hasGoneOn = pressedRef.current !== null && focused !== pressedRef.current && focused !== document.body;
    const content = document.getElementById(contentId);
    if (!content || (hasGoneOn && !content.contains(focused))) return;
    if (!isNewPath) focusHeading(content);
    else if (!hasGoneOn) content.focus({ preventScroll: true });
  }, [pathname, hash, key, state, navigationType, contentId]);
};

/**
 * Removes the server's tags for the first URL on navigation: browsers would share its canonical URL for another page. Crawlers load each
 * URL by itself, so nothing is written in their place.
 */
export const useHeadOfFirstUrl = () => {
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
};
