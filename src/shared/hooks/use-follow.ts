import { type MouseEvent, useContext } from 'react';
import { createPath, type Path, UNSAFE_NavigationContext } from 'react-router-dom';

type FollowOptions = {
  /** The state of the new history entry. */
  readonly state?: unknown;
  /** Replaces the current entry of the history; by default where the path is the current one. */
  readonly replace?: boolean | undefined;
};

/**
 * Gives a function that goes to a path of the shop. `useNavigate` depends on the location, with which each of a list's hundred links would
 * render again; the context with React Router's history stays the same.
 */
export const useFollow = () => {
  const { navigator } = useContext(UNSAFE_NavigationContext);
  return (path: string, { state, replace }: FollowOptions = {}): void => {
    // The type leaves out what every history in a browser has.
    const { location } = navigator as typeof navigator & { readonly location: Path };
    const go = (replace ?? createPath(location) === path) ? navigator.replace : navigator.push;
    go(path, state);
  };
};

/** Whether a link is followed in this tab: the main button without a modifier key. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
