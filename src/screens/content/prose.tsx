import { createElement, Fragment, type ReactNode } from 'react';
import type { ProseNode } from '#features/journal/post.ts';
import { Link } from '#shared/ui/link.tsx';

const renderNode = (node: ProseNode): ReactNode => {
  if (typeof node === 'string') return node;
  const { tag, href } = node;
  const children = node.children.map(renderNode);
  if (href?.startsWith('/')) return createElement(Link, { to: href }, ...children);
  return createElement(tag, href === undefined ? null : { href }, ...children);
};

/** Renders a post's text as React elements, so that no HTML is injected; links within the shop use the router. */
export const Prose = ({ nodes }: { readonly nodes: readonly ProseNode[] }) => createElement(Fragment, null, ...nodes.map(renderNode));
