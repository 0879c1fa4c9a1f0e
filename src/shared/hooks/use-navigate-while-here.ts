import { useLayoutEffect, useRef } from 'react';
import { type NavigateOptions, type To, useNavigate, useNavigation } from 'react-router-dom';

/** Returns a function that says whether the shopper is still on this page: on a slow line they may have gone elsewhere before a call is answered. */
export const useIsStillOnPage = (): (() => boolean) => {
  const isLeaving = useNavigation().state !== 'idle';
  const isOnPageRef = useRef(true);
  useLayoutEffect(() => {
    isOnPageRef.current = !isLeaving;
    return () => {
      isOnPageRef.current = false;
    };
  }, [isLeaving]);
  return () => isOnPageRef.current;
};

/** `useNavigate` for where an answer leads: it takes nobody away from a page that they chose meanwhile. */
export const useNavigateWhileHere = () => {
  const navigate = useNavigate();
  const isStillOnPage = useIsStillOnPage();
  return (to: To, options?: NavigateOptions): void | Promise<void> => (isStillOnPage() ? navigate(to, options) : undefined);
};
