/**
 * Keeps account of the listeners of window and document, which the tests of one process share: one that a test leaves would answer the
 * events of later tests, of other files as well.
 */
type Registration = { readonly target: EventTarget; readonly type: string; readonly listener: unknown; readonly capture: boolean };

/** Left by libraries once per process; and by the wait for the payment page, which ends by itself. */
const expectedTypes: ReadonlySet<string> = new Set(['blur', 'focus', 'mouseout', 'mouseover', 'selectionchange', 'pageshow']);

const registrations = new Set<Registration>();

const watch = (target: EventTarget) => {
  const { addEventListener, removeEventListener } = target;
  const find = (type: string, listener: unknown, options: EventListenerOptions | boolean | undefined) => {
    const capture = typeof options === 'object' ? options.capture === true : options === true;
    const searched: Registration = { target, type, listener, capture };
    const isSearched = (known: Registration) =>
      known.target === target && known.type === type && known.listener === listener && known.capture === capture;
    return { searched, known: [...registrations].find(isSearched) };
  };
  target.addEventListener = (type, listener, options) => {
    addEventListener.call(target, type, listener, options);
    const { once = false, signal } = typeof options === 'object' ? options : {};
    const { searched, known } = find(type, listener, options);
    // A listener that is added twice is the first one.
    if (known || once || signal?.aborted || expectedTypes.has(type)) return;
    registrations.add(searched);
    signal?.addEventListener('abort', () => registrations.delete(searched));
  };
  target.removeEventListener = (type, listener, options) => {
    removeEventListener.call(target, type, listener, options);
    const { known } = find(type, listener, options);
    if (known) registrations.delete(known);
  };
};

watch(globalThis);
watch(document);

/** Returns a function that lists the types of the listeners that were added since this call. */
export const recordNewListeners = (): (() => string[]) => {
  const before = new Set(registrations);
  return () => [...registrations].filter((registration) => !before.has(registration)).map(({ type }) => type);
};
