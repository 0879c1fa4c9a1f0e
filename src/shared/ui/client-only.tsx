import type { i18n as Language } from 'i18next';
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#shared/api/api-error.ts';
import { hasNamespaces, loadNamespaces } from '#shared/i18n/language.ts';
import { recover } from '#shared/recovery.ts';
import { FailureNote } from './failure-note.tsx';

const neverChanges = () => () => undefined;

/** Returns `before` on the server and during hydration, then `value`. On a page that is navigated to it returns `value` at once. */
export const useAfterHydration = <Value,>(value: Value, before: Value): Value =>
  useSyncExternalStore(
    neverChanges,
    () => value,
    () => before,
  );

type AfterHydrationProps = {
  readonly children: ReactNode;
  /** The same on the server and in the browser. */
  readonly fallback?: ReactNode;
};

/** Renders what depends on this browser, its shopper or the time: the children after hydration, `fallback` before. */
export const AfterHydration = ({ children, fallback = null }: AfterHydrationProps) => useAfterHydration(children, fallback);

type Options<Props> = {
  /** Rendered until the part is loaded, on the server as well. */
  readonly Fallback?: ComponentType<Props>;
  /** A failure keeps the fallback instead of showing Retry, until a text, number or boolean among the props changes: then it is fetched again. */
  readonly isOptional?: boolean;
};

const isPrimitive = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/**
 * A lazy part of a screen, never server-rendered: fetched when it is mounted, or early by `preload`. A failure shows Retry, or that the shop
 * was updated (`recover`). `namespaces`: its texts, loaded in parallel, because a part that suspends for them is shown 300 ms late.
 */
export const clientOnly = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  namespaces: readonly string[] = [],
  { Fallback, isOptional = false }: Options<Props> = {},
) => {
  let loadedComponent: ComponentType<Props> | undefined;

  const fetchPart = async (language: Language): Promise<void> => {
    const [part] = await Promise.all([load(), loadNamespaces(language, namespaces)]);
    loadedComponent = part;
  };

  const ClientOnly = (props: Props) => {
    const { i18n } = useTranslation('common');
    const [Part, setPart] = useState(() => (hasNamespaces(i18n, namespaces) ? loadedComponent : undefined));
    const [failure, setFailure] = useState<{ readonly error?: ApiError; readonly values: string }>();
    const hasFailed = failure !== undefined;
    const isClosed = 'isOpen' in props && props.isOpen === false;
    const values = isOptional ? Object.values(props).filter(isPrimitive).join() : '';
    if (hasFailed && (isClosed || failure.values !== values)) setFailure(undefined);
    const fail = useEffectEvent((error?: ApiError) => setFailure({ ...(error && { error }), values }));
    useEffect(() => {
      if (Part || hasFailed || isClosed) return;
      fetchPart(i18n).then(
        () => setPart(() => loadedComponent),
        async (cause: unknown) => fail(isOptional ? undefined : await recover(cause)),
      );
    }, [Part, hasFailed, isClosed, i18n]);
    const isWaiting = !Part && !hasFailed && 'isOpen' in props && !isClosed;
    const giveUp = useEffectEvent((event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return;
      // A button that opens and closes does the latter itself.
      if (event.target instanceof Element && event.target.closest('[aria-expanded="true"]')) return;
      if ('onClose' in props && typeof props.onClose === 'function') props.onClose();
    });
    // Another press, or Escape, while it is still loading: it must not open over what was pressed instead.
    useEffect(() => {
      if (!isWaiting) return;
      const stop = new AbortController();
      for (const type of ['click', 'keydown']) document.addEventListener(type, giveUp, { capture: true, signal: stop.signal });
      return () => stop.abort();
    }, [isWaiting]);
    if (Part) return <Part {...props} />;
    if (failure?.error) return <FailureNote error={failure.error} onRetry={() => setFailure(undefined)} />;
    if (Fallback) return <Fallback {...props} />;
    // Shows at once that a press was taken.
    return isWaiting ? <div className="leaving-bar" /> : null;
  };
  const preload = (language: Language): Promise<void> => fetchPart(language).catch(() => undefined);
  return Object.assign(ClientOnly, { preload });
};
