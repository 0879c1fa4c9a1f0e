import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

/** For longer than this, a page must not stand still. */
const longestWait = 400;
const mainPicture = '.gallery-main .picture';
const sameThing = 'product-picture';
const nothing = () => undefined;

/** Resolves when another product's picture stands on the page, or has kept the shopper waiting. */
const pictureStands = (earlier: Element | null): Promise<HTMLElement | undefined> =>
  new Promise((resolve) => {
    const finish = (picture?: HTMLElement) => {
      observer.disconnect();
      clearTimeout(timer);
      resolve(picture);
    };
    const observer = new MutationObserver(() => {
      const picture = document.querySelector<HTMLElement>(mainPicture);
      if (picture && picture !== earlier) finish(picture);
    });
    const timer = setTimeout(finish, longestWait);
    observer.observe(document.body, { childList: true, subtree: true });
  });

/**
 * For a tile's links to its product: the tile's picture grows into the product's, where the browser can do that
 * and motion is welcome. Anywhere else, and for a press that opens another tab, the link does what links do.
 */
export const useMorph = (address: string) => {
  const navigate = useNavigate();
  return (event: MouseEvent<HTMLAnchorElement>) => {
    const picture = event.currentTarget.closest('.tile')?.querySelector<HTMLElement>('.picture');
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!picture || !isPlain || !('startViewTransition' in document)) return;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    event.preventDefault();
    picture.style.viewTransitionName = sameThing;
    let grown: HTMLElement | undefined;
    const transition = document.startViewTransition(async () => {
      const standing = pictureStands(document.querySelector(mainPicture));
      await navigate(address);
      grown = await standing;
      picture.style.viewTransitionName = '';
      if (grown) grown.style.viewTransitionName = sameThing;
    });
    // A browser that is busy or in the background skips the movement, not the way.
    transition.ready.catch(nothing);
    const end = () => {
      if (grown) grown.style.viewTransitionName = '';
    };
    transition.finished.then(end, end);
  };
};
