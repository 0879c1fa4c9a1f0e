/**
 * The blocking script in the head of each document: what cannot wait for the entry script. Compiled alone (`server/build/document-script.ts`),
 * so it imports types only; the server puts it into the document.
 */
import type { DocumentScript } from './app/document-script.ts';
import type { startFailureId } from './contract/hydration-data.ts';
import type { listOwnerKey } from './shared/browser-storage.ts';
import type { reloadedKey } from './shared/recovery.ts';

const failureId: typeof startFailureId = 'start-failure';
const reloadedName: typeof reloadedKey = 'flone:reloaded';
const listOwnerName: typeof listOwnerKey = 'flone:lists';
/** Time in ms after which the server counts as unreachable. */
const maxRequestMs = 5000;

/**
 * Before the first paint: marks the document, which is rendered for guests, in browsers where somebody may be signed in, so that it does not offer to
 * sign in; and sets the colour scheme stored by the switch in the footer.
 */
const applyStored = () => {
  try {
    if (localStorage.getItem(listOwnerName)) document.documentElement.dataset.account = '';
    const theme = localStorage.getItem('flone:theme');
    if (theme !== 'light' && theme !== 'dark') return;
    document.documentElement.dataset.theme = theme;
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
      meta.media = meta.media.includes(theme) ? 'all' : 'not all';
  } catch {
    // Without storage nothing was chosen, and without cookies nobody is signed in.
  }
};

/** The hour of the visitor's clock, for the light of the home page's picture. */
const setHour = () => document.documentElement.style.setProperty('--hour', String(new Date().getHours()));

const showFailure = () => document.getElementById(failureId)?.removeAttribute('hidden');

/** Arrow keys move between the buttons of these groups, only one of which is reached by Tab. */
const groupKeys: Readonly<Record<string, RegExp>> = {
  tablist: /^(?:Arrow(?:Left|Right)|Home|End)$/,
  toolbar: /^Arrow/,
};

/** What a shopper did before hydration, and the button that is busy with it. */
type QueuedInput = { readonly button?: HTMLButtonElement; readonly replay: () => void };

/**
 * Queues clicks on buttons until hydration, once per button however often it is clicked, but each of a quantity's steps; a queued button is
 * marked `aria-busy`. Arrow keys of tabs and toolbars are queued as well. Links, and forms with an `action` as the search has, work without
 * scripts and are left alone.
 */
const queueInput = (): DocumentScript => {
  let hasFailed = false;
  let isReplay = false;
  let inputs: QueuedInput[] = [];
  /** The queued buttons, each with its own `aria-busy`. */
  const busyBefore = new Map<HTMLButtonElement, string | null>();
  const release = (button: HTMLButtonElement) => {
    const busy = busyBefore.get(button) ?? null;
    if (busy === null) button.removeAttribute('aria-busy');
    else button.setAttribute('aria-busy', busy);
    busyBefore.delete(button);
  };
  const queueClick = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (isReplay || !button || (button.type === 'submit' && button.form?.hasAttribute('action'))) return;
    // Also because a form without an `action` would be sent to the page, or put its texts into the URL.
    event.preventDefault();
    event.stopPropagation();
    if (hasFailed) document.querySelector<HTMLElement>(`#${failureId} a`)?.focus();
    else if (!busyBefore.has(button) || button.closest('.stepper')) {
      if (!busyBefore.has(button)) busyBefore.set(button, button.getAttribute('aria-busy'));
      button.setAttribute('aria-busy', 'true');
      inputs.push({ button, replay: () => button.isConnected && button.click() });
    }
  };
  const queueArrowKey = (event: KeyboardEvent) => {
    const { target, key } = event;
    const group = target instanceof Element ? target.closest('[role=tablist], [role=toolbar]') : null;
    const isOfGroup = groupKeys[group?.getAttribute('role') ?? '']?.test(key);
    if (isReplay || hasFailed || !group || !isOfGroup || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const replay = () => {
      const focused = document.activeElement;
      if (group.contains(focused)) focused?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    };
    inputs.push({ replay });
  };
  const stop = () => {
    document.removeEventListener('click', queueClick, { capture: true });
    document.removeEventListener('keydown', queueArrowKey, { capture: true });
  };
  document.addEventListener('click', queueClick, { capture: true });
  document.addEventListener('keydown', queueArrowKey, { capture: true });
  // Replays one input per task, so that the screen has rendered its effect before the next. Input during the replay is queued behind the others.
  const replayInput = () => {
    const [input, ...rest] = inputs;
    inputs = rest;
    if (input?.button && !rest.some(({ button }) => button === input.button)) release(input.button);
    isReplay = true;
    input?.replay();
    isReplay = false;
    if (inputs.length > 0) setTimeout(replayInput);
    else stop();
  };
  return {
    replayInput,
    showStartFailure: () => {
      showFailure();
      hasFailed = true;
      inputs = [];
      for (const button of [...busyBefore.keys()]) release(button);
    },
  };
};

/** Whether the page may reload because of this script: once per deployment, by the guard of `recovery.ts`, and not without storage. */
const claimReload = (attempt: string): boolean => {
  try {
    if (sessionStorage.getItem(reloadedName) === attempt) return false;
    sessionStorage.setItem(reloadedName, attempt);
    return sessionStorage.getItem(reloadedName) === attempt;
  } catch {
    return false;
  }
};

const request = (url: string, options: RequestInit): Promise<boolean> =>
  fetch(url, { ...options, signal: AbortSignal.timeout(maxRequestMs) }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * An entry script that does not load cannot recover by itself, nor can one that has loaded but does not run, because it or an import cannot be
 * parsed or throws: reloads once, if the server answers, or else shows the note.
 */
const watchEntryScript = (showStartFailure: () => void) => {
  for (const type of ['error', 'load'])
    document.addEventListener(
      type,
      async ({ target }) => {
        if (!(target instanceof HTMLScriptElement) || target.type !== 'module' || !window.documentScript) return;
        // The scripts as well, one of its imports may have failed: WebKit remembers that, also after a reload, until the URL is fetched in another way.
        const imports = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(({ href }) => href);
        const [isServerUp] = await Promise.all([
          request('/', { method: 'HEAD' }),
          ...[target.src, ...imports].map((url) => request(url, { cache: 'reload' })),
        ]);
        if (isServerUp && claimReload(target.getAttribute('src') ?? '')) location.reload();
        else showStartFailure();
      },
      true,
    );
};

applyStored();
setHour();
window.documentScript = queueInput();
watchEntryScript(window.documentScript.showStartFailure);
