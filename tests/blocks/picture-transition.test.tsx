import { expect, onTestFinished, test, vi } from 'vitest';
import { transitionPicture } from '#blocks/product-tile/picture-transition.ts';

const picture = (className: string) => {
  const element = document.createElement('div');
  element.className = className;
  element.innerHTML = '<span class="picture"></span>';
  onTestFinished(() => element.remove());
  return document.body.appendChild(element).firstElementChild as HTMLElement;
};
const nameOf = (element: HTMLElement) => element.style.viewTransitionName;

test('a browser that skips the animation of a picture, as in a background tab, leads to the product all the same, and nothing fails', async () => {
  const skipped = new DOMException('Skipped', 'AbortError');
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const ends: Promise<unknown>[] = [];
  const start = (update: () => Promise<void>) => {
    const finished = update().then(() => Promise.reject(skipped));
    ends.push(finished.catch(() => undefined));
    return { ready: Promise.reject(skipped), finished };
  };
  Object.assign(document, { startViewTransition: start });
  onTestFinished(() => {
    process.off('unhandledRejection', unhandled);
    Reflect.deleteProperty(document, 'startViewTransition');
  });
  const tile = picture('tile');
  let main: HTMLElement | undefined;
  const navigate = vi.fn(() => {
    main = picture('gallery-main');
  });
  transitionPicture(tile, navigate);
  await Promise.all(ends);
  await new Promise(setImmediate);
  expect(navigate).toHaveBeenCalledOnce();
  expect([nameOf(tile), main && nameOf(main)]).toEqual(['', '']);
  expect(unhandled).not.toHaveBeenCalled();
});
