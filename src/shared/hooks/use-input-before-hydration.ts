import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/**
 * Calls `onHydrated` once with the mounted element, so that a component can compare the native control in it with its own state. A shopper
 * may have used the control before hydration, and a browser restores it after a reload: React keeps such a value in the DOM while
 * hydrating and overwrites it at the next render. Returns the element's ref.
 */
export const useInputBeforeHydration = <Control extends HTMLElement>(onHydrated: (control: Control) => void): RefObject<Control | null> => {
  const controlRef = useRef<Control>(null);
  const compare = useEffectEvent(() => {
    if (controlRef.current) onHydrated(controlRef.current);
  });
  useEffect(() => compare(), []);
  return controlRef;
};
