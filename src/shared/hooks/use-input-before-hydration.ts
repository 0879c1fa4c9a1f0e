import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

const useInputIn = <Control extends HTMLElement>(
  useMounted: typeof useEffect,
  onHydrated: (control: Control) => void,
): RefObject<Control | null> => {
  const controlRef = useRef<Control>(null);
  const compare = useEffectEvent(() => {
    if (controlRef.current) onHydrated(controlRef.current);
  });
  useMounted(() => compare(), []);
  return controlRef;
};

/**
 * Calls `onHydrated` once with the mounted element, so that a component can compare the native control in it with its own state. A shopper
 * may have used the control before hydration, and a browser restores it after a reload: React keeps such a value in the DOM while
 * hydrating and overwrites it at the next render. Returns the element's ref.
 *
 * It runs in a layout effect, whose state update is part of that next render. An update in a passive effect would be rendered only when React
 * is idle: any other render would come first and empty the field, moving its caret and losing what is typed meanwhile.
 */
export const useInputBeforeHydration = <Control extends HTMLElement>(onHydrated: (control: Control) => void): RefObject<Control | null> =>
  useInputIn(useLayoutEffect, onHydrated);

/** The same for an `onHydrated` that changes the URL, in a passive effect, because the router ignores navigations in layout effects. */
export const useChoiceBeforeHydration = <Control extends HTMLElement>(onHydrated: (control: Control) => void): RefObject<Control | null> =>
  useInputIn(useEffect, onHydrated);
