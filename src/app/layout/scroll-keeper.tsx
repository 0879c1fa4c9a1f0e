import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const memoryKey = 'flone:scroll';

const readMemory = (): Record<string, number> => {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(memoryKey) ?? '{}');
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
};

const writeMemory = (places: Record<string, number>) => {
  try {
    window.sessionStorage.setItem(memoryKey, JSON.stringify(Object.fromEntries(Object.entries(places).slice(-50))));
  } catch {
    // Full or blocked: places are then remembered until the next reload only.
  }
};

/** A document that was opened afresh starts at the top; one that was reloaded or come back to does not. */
const isFreshDocument = (): boolean => {
  const [entry] = window.performance.getEntriesByType('navigation');
  return !(entry instanceof PerformanceNavigationTiming) || entry.type === 'navigate';
};

/** What a shopper does with the page ends the wait for its place. */
const ownDeeds = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** Longer than so many milliseconds a page does not grow while it is loading. */
const longestGrowth = 5000;

/** Scrolls to a place as soon as the page is long enough for it, unless the shopper does something first. */
const goBackTo = (place: number): (() => void) => {
  const reach = () => {
    window.scrollTo(0, place);
    return Math.abs(window.scrollY - place) < 2;
  };
  if (reach() || !('ResizeObserver' in window)) return () => undefined;
  const observer = new ResizeObserver(() => {
    if (reach()) stop();
  });
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of ownDeeds) window.removeEventListener(event, stop);
  };
  const timer = setTimeout(stop, longestGrowth);
  for (const event of ownDeeds) window.addEventListener(event, stop, { passive: true });
  observer.observe(document.body);
  return stop;
};

/** A new path starts at the top, with focus on its content; Back and Forward return to where the shopper was. */
export const ScrollKeeper = () => {
  const { pathname, key, hash } = useLocation();
  const way = useNavigationType();
  const places = useRef<Record<string, number>>({});
  const earlier = useRef<string>(undefined);

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    places.current = { ...readMemory(), ...places.current };
    const keep = () => writeMemory(places.current);
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, []);

  // Changed together with the page: noted a moment later, the scroll to the top would count as the place on the page that was left.
  useLayoutEffect(() => {
    const note = () => {
      places.current[key] = window.scrollY;
    };
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [key]);

  useLayoutEffect(() => {
    const isFirst = earlier.current === undefined;
    const isSamePath = earlier.current === pathname;
    earlier.current = pathname;
    if (isFirst && isFreshDocument()) return;
    if (way === 'POP') return goBackTo((isFirst ? readMemory() : places.current)[key] ?? 0);
    if (isSamePath || hash !== '') return;
    window.scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname, key, hash, way]);

  return null;
};
