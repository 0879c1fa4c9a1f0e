import { type RefObject, useEffect } from 'react';

/** Calls `leave` when the shopper presses outside `inside`, or Escape anywhere, while `active`. */
export const useOutsidePress = (inside: RefObject<HTMLElement | null>, active: boolean, leave: (by: 'press' | 'escape') => void) => {
  useEffect(() => {
    if (!active) return;
    const press = (event: PointerEvent) => {
      if (event.target instanceof Node && !inside.current?.contains(event.target)) leave('press');
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') leave('escape');
    };
    document.addEventListener('pointerdown', press);
    document.addEventListener('keydown', key);
    return () => {
      document.removeEventListener('pointerdown', press);
      document.removeEventListener('keydown', key);
    };
  }, [inside, active, leave]);
};
