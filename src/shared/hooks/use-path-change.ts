import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Calls `onChange` after each navigation to another path, Back and Forward included; not on mount. */
export const usePathChange = (onChange: () => void) => {
  const { pathname } = useLocation();
  const previousRef = useRef(pathname);
  const change = useEffectEvent(onChange);
  useEffect(() => {
    if (previousRef.current === pathname) return;
    previousRef.current = pathname;
    change();
  }, [pathname]);
};
