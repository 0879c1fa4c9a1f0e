/**
 * Keeps account of the listeners of window and document, which the tests of one process share: one that a test leaves would answer the
 * events of later tests, of other files as well.
 */
type Registration = { readonly type: string; readonly listener: unknown; readonly capture: boolean };

/** Left by libraries once per process; and by the wait for the payment page, which ends by itself. */
const expectedTypes: ReadonlySet<string> = new Set(['blur', 'focus', 'mouseout', 'mouseover', 'selectionchange', 'pageshow']);

const registrations = new Set<Registration>();

const watch = (target: EventTarget) => {
  const { addEventListener, removeEventListener } = target;
  const ofTarget = new Set<Registration>();
  const captureOf = (options: EventListenerOptions | boolean | undefined) =>
    typeof options === 'object' ? options.capture === true : options === true;
  const forget = (type: string, listener: unknown, capture: boolean) => {
    for (const registration of ofTarget) {
      if (registration.type !== type || registration.listener !== listener || registration.capture !== capture) continue;
      ofTarget.delete(registration);
      registrations.delete(registration);
    }
  };
  target.addEventListener = (type, listener, options) => {
    addEventListener.call(target, type, listener, options);
    const { once = false, signal } = typeof options === 'object' ? options : {};
    if (once || expectedTypes.has(type)) return;
    const capture = captureOf(options);
    forget(type, listener, capture);
    const registration = { type, listener, capture };
    ofTarget.add(registration);
    registrations.add(registration);
    signal?.addEventListener('abort', () => forget(type, listener, capture));
  };
  target.removeEventListener = (type, listener, options) => {
    removeEventListener.call(target, type, listener, options);
    forget(type, listener, captureOf(options));
  };
};

watch(globalThis);
watch(document);

/** Returns a function that gives the types of the events that are listened to in addition since this call. */
export const recordNewListeners = (): (() => string[]) => {
  const before = new Set(registrations);
  return () => [...registrations].filter((registration) => !before.has(registration)).map(({ type }) => type);
};
