import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import {
  loadScrollPositions,
  recordScrollPosition,
  scrollPositionOf,
  setCurrentEntry,
  storeScrollPositions,
} from '#shared/scroll-positions.ts';

/** Whether the document was opened by a navigation, and not by a reload or Back. */
const isFreshDocument = (): boolean => {
  const [entry] = window.performance.getEntriesByType('navigation');
  return !(entry instanceof PerformanceNavigationTiming) || entry.type === 'navigate';
};

/** Input by the shopper cancels a pending scroll restoration. */
const inputEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** A page may grow while it loads: after this time, the restoration is given up. */
const maxRestoreMs = 5000;

/**
 * Scrolls to a position in pixels as soon as the page is tall enough. Calls `onEnd` when that is done, or given up because of input or
 * time; not when the function that it returns cancels it.
 */
const restoreScroll = (top: number, onEnd: () => void): (() => void) => {
  const scroll = () => {
    window.scrollTo(0, top);
    return Math.abs(window.scrollY - top) < 2;
  };
  if (scroll() || !('ResizeObserver' in window)) {
    onEnd();
    return () => undefined;
  }
  const observer = new ResizeObserver(() => {
    if (scroll()) end();
  });
  const cancel = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of inputEvents) window.removeEventListener(event, end);
  };
  const end = () => {
    cancel();
    onEnd();
  };
  const timer = setTimeout(end, maxRestoreMs);
  for (const event of inputEvents) window.addEventListener(event, end, { passive: true });
  observer.observe(document.body);
  return cancel;
};

/** Scrolls to the top on a new path and moves focus to its content; restores the scroll position on Back, Forward and reload. */
export const ScrollRestoration = () => {
  const { pathname, key, hash } = useLocation();
  const navigationType = useNavigationType();
  const previousPathRef = useRef<string>(undefined);
  // Until the page is tall enough, it is not where the shopper left it.
  const isRestoringRef = useRef(false);

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    window.addEventListener('pagehide', storeScrollPositions);
    return () => window.removeEventListener('pagehide', storeScrollPositions);
  }, []);

  // A layout effect, so that `key` changes with the page: later, the scroll to the top would be stored for the page that was left.
  useLayoutEffect(() => {
    setCurrentEntry(key);
    const record = () => {
      if (!isRestoringRef.current) recordScrollPosition(key, window.scrollY);
    };
    window.addEventListener('scroll', record, { passive: true });
    return () => window.removeEventListener('scroll', record);
  }, [key]);

  useLayoutEffect(() => {
    const isFirst = previousPathRef.current === undefined;
    const isSamePath = previousPathRef.current === pathname;
    previousPathRef.current = pathname;
    isRestoringRef.current = false;
    if (isFirst) loadScrollPositions();
    if (isFirst && isFreshDocument()) return;
    if (navigationType === 'POP') {
      isRestoringRef.current = true;
      return restoreScroll(scrollPositionOf(key) ?? 0, () => {
        isRestoringRef.current = false;
        recordScrollPosition(key, window.scrollY);
      });
    }
    if (isSamePath || hash !== '') return;
    window.scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname, key, hash, navigationType]);

  // Without a scroll event, e.g. after a filter, the position of an entry would stay unknown. Passive: reading it before the paint would
  // force a layout.
  useEffect(() => {
    if (scrollPositionOf(key) === undefined) recordScrollPosition(key, window.scrollY);
  }, [key]);

  return null;
};
