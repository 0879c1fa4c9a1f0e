import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { isPlainClick } from '#shared/ui/link.tsx';

/**
 * The click handler of a tile's links: a View Transition animates the tile's picture into the product's main picture. The link works
 * natively without View Transitions, with reduced motion, and for clicks with a modifier key.
 */
export const usePictureTransition = (address: string) => {
  const navigate = useNavigate();
  return (event: MouseEvent<HTMLAnchorElement>) => {
    const tilePicture = event.currentTarget.closest('.tile')?.querySelector<HTMLElement>('.picture');
    if (!tilePicture || !isPlainClick(event) || !('startViewTransition' in document)) return;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    event.preventDefault();
    const follow = () => void navigate(address);
    // Only needed by a press.
    import('./picture-transition.ts').then(({ transitionPicture }) => transitionPicture(tilePicture, follow), follow);
  };
};
