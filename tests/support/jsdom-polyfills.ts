// jsdom has no layout and does not scroll; only the position and the event are needed.
window.scrollTo = (to?: ScrollToOptions | number, top?: number) => {
  window.scrollY = typeof to === 'number' ? (top ?? 0) : (to?.top ?? 0);
  window.dispatchEvent(new Event('scroll'));
};

// Missing in jsdom; tests that check them use spies.
Element.prototype.scrollIntoView = () => undefined;
URL.createObjectURL = () => 'blob:http://localhost/none';
URL.revokeObjectURL = () => undefined;
// Nothing has a size that changes.
globalThis.ResizeObserver = class ResizeObserver {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
};

// Missing in jsdom 26; the API, which runs in the same process, reads uploaded files by it.
Blob.prototype.arrayBuffer = function arrayBuffer() {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(this);
  });
};

Blob.prototype.text = async function text() {
  return new TextDecoder().decode(await this.arrayBuffer());
};

// jsdom has no navigation entries; without one, the shop treats the document as a first load.
Object.defineProperty(globalThis, 'PerformanceNavigationTiming', { value: class PerformanceNavigationTiming {} });
Object.defineProperty(window.performance, 'getEntriesByType', { value: () => [], writable: true, configurable: true });

// jsdom 26 has <dialog> without its methods. Only modal dialogs close on Escape.
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
