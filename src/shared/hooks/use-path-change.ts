import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router-dom';

const useChange = (path: string, onChange: () => void) => {
  const previousRef = useRef(path);
  const change = useEffectEvent(onChange);
  useEffect(() => {
    if (previousRef.current === path) return;
    previousRef.current = path;
    change();
  }, [path]);
};

/** Calls `onChange` after each navigation to another path, Back and Forward included; not on mount. */
export const usePathChange = (onChange: () => void) => useChange(useLocation().pathname, onChange);

/** Calls `onLeave` when such a navigation begins: what is opened while the next page is still loading stays open. */
export const usePathLeave = (onLeave: () => void) => {
  const { pathname } = useLocation();
  useChange(useNavigation().location?.pathname ?? pathname, onLeave);
};
