// jsdom has no layout, so it does not scroll; the shop only needs to be told where it is.
window.scrollTo = (to?: ScrollToOptions | number, top?: number) => {
  window.scrollY = typeof to === 'number' ? (top ?? 0) : (to?.top ?? 0);
  window.dispatchEvent(new Event('scroll'));
};

// Nor does it show files. Tests that care for either spy on these.
Element.prototype.scrollIntoView = () => undefined;
URL.createObjectURL = () => 'blob:http://localhost/none';
URL.revokeObjectURL = () => undefined;

// jsdom keeps no entries of how a document was opened; without one, the shop takes it for a fresh one.
Object.defineProperty(globalThis, 'PerformanceNavigationTiming', { value: class PerformanceNavigationTiming {} });
Object.defineProperty(window.performance, 'getEntriesByType', { value: () => [], writable: true, configurable: true });

// jsdom works a style out anew for every element that a query by role looks at, and for all that stand around it: one eighth of the time of
// these tests. Each answer is kept until anything in the document changes.
const computeStyle = window.getComputedStyle.bind(window);
let styles = new WeakMap<Element, CSSStyleDeclaration>();
const forgetStyles = () => {
  styles = new WeakMap();
};
const changes = new MutationObserver(forgetStyles);
changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
window.getComputedStyle = (element, part) => {
  if (part) return computeStyle(element, part);
  if (changes.takeRecords().length > 0) forgetStyles();
  const known = element.isConnected ? styles.get(element) : undefined;
  if (known) return known;
  const style = computeStyle(element);
  styles.set(element, style);
  return style;
};

// jsdom 26 knows <dialog> but cannot open it, and only modal ones close on Escape by themselves.
const modal = new WeakSet<HTMLDialogElement>();
HTMLDialogElement.prototype.showModal = function showModal() {
  modal.add(this);
  this.open = true;
  this.querySelector<HTMLElement>('button, a, input')?.focus();
};
HTMLDialogElement.prototype.close = function close() {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
document.addEventListener('keydown', (event) => {
  const open = [...document.querySelectorAll('dialog')].filter((dialog) => dialog.open && modal.has(dialog));
  if (event.key === 'Escape' && !event.defaultPrevented) open.at(-1)?.close();
});
