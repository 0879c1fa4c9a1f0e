import { laterScripts } from '#contract/first-view.ts';
import './styles/theme.scss';

/** Longer than this, a shopper never waits for what is only for the eyes. */
const longestWait = 2000;

/**
 * Resolves when the first view stands complete, or the shopper wants something of it: until then its styles, fonts and pictures
 * have the line to themselves. Without a first view there is nothing to wait for.
 */
const firstViewStands = async (): Promise<void> => {
  const hasFirstView = (document.getElementById('root')?.childElementCount ?? 0) > 0;
  if (!hasFirstView) return;
  if (document.readyState !== 'complete')
    await new Promise((resolve) => {
      for (const event of ['load', 'pointerdown', 'keydown', 'touchstart']) window.addEventListener(event, resolve, { once: true });
      setTimeout(resolve, longestWait);
    });
  // What has loaded has not been painted yet. A page in the background paints nothing, so it does not wait for that.
  if (document.visibilityState === 'visible')
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
};

/** Fetches every script of the screen side by side, instead of one after the other as each is found. */
const fetchScripts = () => {
  const later = document.getElementById(laterScripts);
  if (later instanceof HTMLTemplateElement) document.head.append(later.content);
};

/**
 * Keeps the presses of buttons from a shop that is not ready for them; the answer presses them again. A press never counts twice:
 * what is kept here, nobody else has heard. Links, and forms with an address of their own as the search has, work by themselves.
 */
const keepPresses = (): (() => void) => {
  const pressed: HTMLButtonElement[] = [];
  const note = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (!button || button.form?.hasAttribute('action')) return;
    event.preventDefault();
    event.stopPropagation();
    pressed.push(button);
  };
  document.addEventListener('click', note, { capture: true });
  return () => {
    document.removeEventListener('click', note, { capture: true });
    for (const button of pressed) if (button.isConnected) button.click();
  };
};

const open = async () => {
  const pressAgain = keepPresses();
  await firstViewStands();
  fetchScripts();
  const { start } = await import('./app/start.tsx');
  await start();
  pressAgain();
};

void open();
