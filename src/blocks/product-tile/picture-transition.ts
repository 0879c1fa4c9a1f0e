/** The browser freezes the page until the new one is ready to be captured. */
const maxFreezeMs = 400;
const mainPictureSelector = '.gallery-main .picture';
/** The same name on both pictures makes the browser animate one into the other. */
const transitionName = 'product-picture';
const ignoreFailure = () => undefined;

/** Resolves with the main picture of the new page once it is mounted; with undefined after `maxFreezeMs`. */
const waitForMainPicture = (previous: Element | null): Promise<HTMLElement | undefined> =>
  new Promise((resolve) => {
    const finish = (picture?: HTMLElement) => {
      observer.disconnect();
      clearTimeout(timer);
      resolve(picture);
    };
    const observer = new MutationObserver(() => {
      const picture = document.querySelector<HTMLElement>(mainPictureSelector);
      if (picture && picture !== previous) finish(picture);
    });
    const timer = setTimeout(finish, maxFreezeMs);
    observer.observe(document.body, { childList: true, subtree: true });
  });

/** Navigates in a View Transition that animates a tile's picture into the main picture of the product's page. */
export const transitionPicture = (tilePicture: HTMLElement, navigate: () => void): void => {
  tilePicture.style.viewTransitionName = transitionName;
  const mounted = waitForMainPicture(document.querySelector(mainPictureSelector));
  let mainPicture: HTMLElement | undefined;
  let isNavigating = false;
  const navigateOnce = () => {
    if (!isNavigating) navigate();
    isNavigating = true;
  };
  const transition = document.startViewTransition(async () => {
    navigateOnce();
    mainPicture = await mounted;
    tilePicture.style.viewTransitionName = '';
    if (mainPicture) mainPicture.style.viewTransitionName = transitionName;
  });
  // In the frame that the browser captures: React, which begins after it, renders while the capture is on its way.
  requestAnimationFrame(navigateOnce);
  // Rejects when the browser skips the animation, e.g. in a background tab; the navigation still happens.
  transition.ready.catch(ignoreFailure);
  const cleanUp = () => {
    if (mainPicture) mainPicture.style.viewTransitionName = '';
  };
  transition.finished.then(cleanUp, cleanUp);
};
