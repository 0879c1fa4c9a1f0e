import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import { isPlainClick, useFollow } from '#shared/hooks/use-follow.ts';

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  /** A path of the shop with its query and fragment, or a fragment of the current page. */
  readonly to: string;
  /** The state of the history entry that a press makes. */
  readonly state?: unknown;
  /** Replaces the current entry of the history. */
  readonly replace?: true;
};

/** A link that depends on the current page. */
const RelativeLink = ({ to, state, replace, onClick, ...anchor }: LinkProps) => {
  const href = useHref(to);
  const followInPage = useLinkClickHandler(to, { state, ...(replace && { replace }) });
  return (
    <a
      {...anchor}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) followInPage(event);
      }}
    />
  );
};

/** Not an address of another host, such as //example.com. */
const isPath = (to: string): boolean => /^\/(?![/\\])/.test(to);

/**
 * A link to another screen. Not React Router's own `Link`: it brings the prefetching of its framework mode, and hooks with which the
 * hundred links of a list would render again after each navigation.
 */
export const Link = (props: LinkProps) => {
  const follow = useFollow();
  if (!isPath(props.to)) return <RelativeLink {...props} />;
  const { to, state, replace, onClick, ...anchor } = props;
  return (
    <a
      {...anchor}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlainClick(event)) return;
        event.preventDefault();
        follow(to, { state, replace });
      }}
    />
  );
};
