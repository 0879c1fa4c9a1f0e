import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { networkError } from '#shared/api/api-error.ts';
import { whenFirstUsed } from '#shared/first-use.ts';
import { FailureNote } from './failure-note.tsx';

type Options<Props> = {
  /** Rendered until the part is loaded, on the server as well. */
  readonly Fallback?: ComponentType<Props>;
  /** A failure keeps the fallback instead of showing Retry. */
  readonly isOptional?: boolean;
  /** Does not wait for the first use, because the page is for it. */
  readonly isUrgent?: boolean;
};

/**
 * A lazy part of a screen, never server-rendered: fetched when it is mounted and the page is used, or early by `preload`. A failure shows
 * Retry. `namespaces`: its texts, loaded in parallel, because a part that suspends for them is shown 300 ms late.
 */
export const clientOnly = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  namespaces: readonly string[] = [],
  { Fallback, isOptional = false, isUrgent = false }: Options<Props> = {},
) => {
  let loaded: ComponentType<Props> | undefined;

  const ClientOnly = (props: Props) => {
    const { i18n } = useTranslation('common');
    const [Part, setPart] = useState(() => (namespaces.every((name) => i18n.hasLoadedNamespace(name)) ? loaded : undefined));
    const [hasFailed, setHasFailed] = useState(false);
    const isClosed = 'isOpen' in props && props.isOpen === false;
    if (hasFailed && isClosed) setHasFailed(false);
    useEffect(() => {
      if (Part || hasFailed || isClosed) return;
      (isUrgent ? Promise.resolve() : whenFirstUsed())
        .then(() => Promise.all([load(), i18n.loadNamespaces(namespaces)]))
        .then(
          ([part]) => {
            loaded = part;
            setPart(() => part);
          },
          () => setHasFailed(true),
        );
    }, [Part, hasFailed, isClosed, i18n]);
    if (Part) return <Part {...props} />;
    if (hasFailed && !isOptional) return <FailureNote error={networkError} onRetry={() => setHasFailed(false)} />;
    return Fallback ? <Fallback {...props} /> : null;
  };
  const preload = () => {
    // A failure shows when the part is mounted.
    load().catch(() => undefined);
  };
  return Object.assign(ClientOnly, { preload });
};
