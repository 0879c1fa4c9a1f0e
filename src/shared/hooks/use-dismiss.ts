import { type RefObject, useEffect, useEffectEvent } from 'react';

/** While `isActive`, calls `onDismiss` on a press outside the element and on Escape anywhere. */
export const useDismiss = (elementRef: RefObject<HTMLElement | null>, isActive: boolean, onDismiss: (by: 'press' | 'escape') => void) => {
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    if (!isActive) return;
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !elementRef.current?.contains(event.target)) dismiss('press');
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') dismiss('escape');
    };
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('pointerdown', onPointerDown, { signal });
    document.addEventListener('keydown', onKeyDown, { signal });
    return () => stop.abort();
  }, [elementRef, isActive]);
};
