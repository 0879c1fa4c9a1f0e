import type { MouseEvent } from 'react';
import { isPlainClick, useFollow } from '#shared/hooks/use-follow.ts';

/**
 * The click handler of a tile's links: a View Transition animates the tile's picture into the product's main picture. The link works
 * natively without View Transitions, with reduced motion, and for clicks with a modifier key.
 */
export const usePictureTransition = (address: string) => {
  const followInPage = useFollow();
  return (event: MouseEvent<HTMLAnchorElement>) => {
    const tilePicture = event.currentTarget.closest('.tile')?.querySelector<HTMLElement>('.picture');
    if (!tilePicture || !isPlainClick(event) || !('startViewTransition' in document)) return;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    event.preventDefault();
    const follow = () => followInPage(address);
    // Only needed by a press.
    import('./picture-transition.ts').then(({ transitionPicture }) => transitionPicture(tilePicture, follow), follow);
  };
};
