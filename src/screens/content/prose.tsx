import { createElement, Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Piece } from '#features/journal/post.ts';

const nodeOf = (piece: Piece): ReactNode => {
  if (typeof piece === 'string') return piece;
  const { tag, to, inside } = piece;
  const content = inside.map(nodeOf);
  if (to?.startsWith('/')) return createElement(Link, { to }, ...content);
  return createElement(tag, to === undefined ? null : { href: to }, ...content);
};

/** A text from its pieces, as React elements: nothing of it can become HTML of its own, and links inside the shop stay in the shop. */
export const Prose = ({ pieces }: { readonly pieces: readonly Piece[] }) => createElement(Fragment, null, ...pieces.map(nodeOf));
