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
 * In a layout effect, whose update is part of that next render. What the effects of a hydrated boundary update is rendered when React is
 * idle: any other change renders before it and empties the field, whose caret is then at the end of the text, and what is typed meanwhile lost.
 */
export const useInputBeforeHydration = <Control extends HTMLElement>(onHydrated: (control: Control) => void): RefObject<Control | null> =>
  useInputIn(useLayoutEffect, onHydrated);

/** The same for an `onHydrated` that changes the address: the router takes no navigation in a layout effect. */
export const useChoiceBeforeHydration = <Control extends HTMLElement>(onHydrated: (control: Control) => void): RefObject<Control | null> =>
  useInputIn(useEffect, onHydrated);
