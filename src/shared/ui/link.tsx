import type { ComponentProps, MouseEvent } from 'react';
import { Link as RouterLink, useLocation, useResolvedPath } from 'react-router-dom';

/** React Router's link; one that changes only the query, such as a filter, leaves the page where it is scrolled to. */
export const Link = (props: ComponentProps<typeof RouterLink>) => {
  const { pathname } = useLocation();
  const target = useResolvedPath(props.to);
  return <RouterLink discover="none" preventScrollReset={target.pathname === pathname} {...props} />;
};

/** Whether a link is followed in this tab: the main button without a modifier key. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
