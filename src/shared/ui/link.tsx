import type { ComponentProps, MouseEvent } from 'react';
import { Link as RouterLink, useLocation, useResolvedPath } from 'react-router-dom';

/** The history state of a link to another page of the same path, such as the next post: the focus moves to its heading. */
export const newPageState = 'newPage';

/**
 * React Router's link. The page that it leads to starts at its top, also where only the query differs; a filter or another choice on a page says
 * `preventScrollReset`, and leaves position and focus.
 */
export const Link = (props: ComponentProps<typeof RouterLink>) => {
  const { pathname } = useLocation();
  const target = useResolvedPath(props.to);
  const isNewPage = target.pathname === pathname && target.hash === '' && !props.preventScrollReset;
  return <RouterLink discover="none" {...(isNewPage && { state: newPageState })} {...props} />;
};

/** Whether a link is followed in this tab: the main button without a modifier key. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
