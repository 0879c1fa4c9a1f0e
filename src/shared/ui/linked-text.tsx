import { createElement, Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';

type LinkedTextProps = {
  /** Words in which links stand as tags of their own: `See the <refund>refund page</refund>.` */
  readonly text: string;
  /** Where each tag leads. A tag that is not named here is plain words. */
  readonly to: Readonly<Record<string, string>>;
};

const linkOf = (words: string, address: string | undefined): ReactNode => {
  if (address === undefined) return words;
  return /^[/#]/.test(address) ? <Link to={address}>{words}</Link> : <a href={address}>{words}</a>;
};

/** A sentence with links in it, of words that a translator sees whole. Addresses of the shop stay in the shop. */
export const LinkedText = ({ text, to }: LinkedTextProps) => {
  // What is between the links, then a tag's name, then its words, and again from the start.
  const pieces = text.split(/<(\w+)>(.*?)<\/\1>/);
  const nodes = pieces.map((piece, at) => {
    if (at % 3 === 1) return null;
    return at % 3 === 2 ? linkOf(piece, to[pieces[at - 1] ?? '']) : piece;
  });
  return createElement(Fragment, null, ...nodes);
};
