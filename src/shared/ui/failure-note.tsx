import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApiError, failureText } from '#shared/api/api-error.ts';
import { Icon } from './icon.tsx';

type RetryProps = { readonly onRetry?: (() => void) | undefined; readonly isBusy?: boolean };

/** The element and those that contain it, from the inside to the content of the page. */
const withAncestors = (element: HTMLElement | null): HTMLElement[] =>
  element && element !== document.body ? [element, ...withAncestors(element.id === 'content' ? null : element.parentElement)] : [];

/**
 * Keeps the focus when a note that has it disappears, as after a successful Retry: the focus moves to the nearest remaining element around the note,
 * unless the new content has taken it. Otherwise it would be lost to the document.
 */
const useKeptFocus = () => {
  const noteRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const note = noteRef.current;
    return () => {
      if (!note?.contains(document.activeElement)) return;
      const around = withAncestors(note.parentElement);
      // After the commit, which removes the note and mounts what comes instead.
      queueMicrotask(() => {
        const target = around.find(({ isConnected }) => isConnected) ?? document.getElementById('content');
        if (!target || document.activeElement !== document.body) return;
        if (!target.hasAttribute('tabindex')) {
          target.tabIndex = -1;
          target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
        }
        target.focus({ preventScroll: true });
      });
    };
  }, []);
  return noteRef;
};

/** An error message, with Retry (or another `action`) if there is `onRetry`; the rest of the screen stays as it is. */
export const ErrorNote = ({ text, onRetry, action, isBusy = false }: RetryProps & { readonly text: string; readonly action?: string }) => {
  const { t } = useTranslation('common');
  const noteRef = useKeptFocus();
  return (
    <div ref={noteRef} className="note note-danger" role="alert">
      <Icon name="warning" />
      <p>{text}</p>
      {onRetry && (
        <button type="button" className="btn btn-outline-primary" onClick={onRetry} aria-disabled={isBusy}>
          {isBusy ? t('loading') : (action ?? t('retry'))}
        </button>
      )}
    </div>
  );
};

/** The message of a failed call, with Retry, or with a reload where the shop has been updated. */
export const FailureNote = ({ error, ...retry }: RetryProps & { readonly error: ApiError }) => {
  const { t } = useTranslation('common');
  const isUpdated = error.status === 'updated';
  const reload = { action: t('failure.reload'), onRetry: () => window.location.reload() };
  return <ErrorNote text={failureText(t, error)} {...retry} {...(isUpdated && reload)} />;
};
