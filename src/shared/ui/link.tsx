import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  /** A path of the shop, with its query and fragment. */
  readonly to: string;
  /** The state of the history entry that a press makes. */
  readonly state?: unknown;
  /** Replaces the current entry of the history. */
  readonly replace?: true;
};

/**
 * A link to another screen, made of React Router's hooks: its own `Link` brings the prefetching of its framework mode, code and
 * hooks that this shop's links, hundreds on a list, would hydrate with.
 */
export const Link = ({ to, state, replace, onClick, ...anchor }: LinkProps) => {
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
