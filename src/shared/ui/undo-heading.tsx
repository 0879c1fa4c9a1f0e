import { type RefCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** A removed list item: its key, the message about it, and how to undo it. */
type Removal = { readonly key: string; readonly text: string; readonly putBack: () => void };

/** The last removal from a list, for its `UndoHeading`. `keys` are the current items: one that was added again needs no Undo. */
export const useUndo = (keys: readonly string[]) => {
  const [last, setLast] = useState<Removal>();
  const headingRef = useRef<HTMLHeadingElement>(null);
  const update = (removal: Removal | undefined) => {
    setLast(removal);
    // The focused button is about to be unmounted, with the removed item or with Undo.
    headingRef.current?.focus({ preventScroll: true });
  };
  const [clearings, setClearings] = useState(0);
  // In an effect: until the commit the confirmation dialog is open, and everything outside it is inert.
  useEffect(() => {
    if (clearings > 0) headingRef.current?.focus({ preventScroll: true });
  }, [clearings]);
  return {
    headingRef,
    removal: last && !keys.includes(last.key) ? last : undefined,
    removed: (removal: Removal) => update(removal),
    /** Wraps `clear`, which empties the list: its button is unmounted with the list, so the heading takes the focus. */
    clearBy: (clear: () => void) => () => {
      clear();
      setLast(undefined);
      setClearings((count) => count + 1);
    },
    undo: () => {
      last?.putBack();
      update(undefined);
    },
  };
};

type UndoHeadingProps = {
  readonly text: string;
  readonly undo: ReturnType<typeof useUndo>;
  /** The ref of `useViewHeading`, where the list is one of a screen's views. */
  readonly viewRef?: RefCallback<HTMLHeadingElement>;
};

/** The heading of a list, with Undo for the last removal. */
export const UndoHeading = ({ text, undo: { headingRef, removal, undo }, viewRef }: UndoHeadingProps) => {
  const { t } = useTranslation('common');
  return (
    <>
      <h1
        ref={(heading) => {
          headingRef.current = heading;
          viewRef?.(heading);
        }}
        tabIndex={-1}
      >
        {text}
      </h1>
      <div className="undo-region" role="status">
        {removal && (
          <p className="note">
            <span>{removal.text}</span>
            <button type="button" className="btn btn-outline-primary" onClick={undo}>
              {t('undo')}
            </button>
          </p>
        )}
      </div>
    </>
  );
};
