import { createElement, Fragment, type ReactNode } from 'react';
import { Link } from './link.tsx';

type LinkedTextProps = {
  /** A text with links as tags: `See the <refund>refund page</refund>.` */
  readonly text: string;
  /** The URL of each tag; the content of other tags is rendered as text. */
  readonly to: Readonly<Record<string, string>>;
};

const renderLink = (text: string, address: string | undefined): ReactNode => {
  if (address === undefined) return text;
  return /^[/#]/.test(address) ? <Link to={address}>{text}</Link> : <a href={address}>{text}</a>;
};

/** A translatable sentence with links; those within the shop use the router. Unlike i18next's `Trans`, it hardly adds to the first download. */
export const LinkedText = ({ text, to }: LinkedTextProps) => {
  // Repeats of: text between links, tag name, content of the tag.
  const pieces = text.split(/<(\w+)>(.*?)<\/\1>/);
  const nodes = pieces.map((piece, index) => {
    if (index % 3 === 1) return null;
    return index % 3 === 2 ? renderLink(piece, to[pieces[index - 1] ?? '']) : piece;
  });
  return createElement(Fragment, null, ...nodes);
};
