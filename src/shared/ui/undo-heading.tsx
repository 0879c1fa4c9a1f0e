import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** What was taken out of a list: what tells it from the others, what is said about it, how it comes back. */
type Removal = { readonly key: string; readonly text: string; readonly putBack: () => void };

/** The last removal from a list, for its `UndoHeading`. `keys` are what the list holds: what came back another way needs no Undo. */
export const useUndo = (keys: readonly string[]) => {
  const [last, setLast] = useState<Removal>();
  const heading = useRef<HTMLHeadingElement>(null);
  const settle = (removal: Removal | undefined) => {
    setLast(removal);
    // The button that had the focus goes with what was removed, and so does Undo itself.
    heading.current?.focus({ preventScroll: true });
  };
  const [clearings, setClearings] = useState(0);
  // After the commit: until then the dialog that asked is open, and everything outside of it is inert.
  useEffect(() => {
    if (clearings > 0) heading.current?.focus({ preventScroll: true });
  }, [clearings]);
  return {
    heading,
    removal: last && !keys.includes(last.key) ? last : undefined,
    removed: (removal: Removal) => settle(removal),
    /** Empties the list by `clear`. The button that does it goes with the list, so the heading takes the focus. */
    clearBy: (clear: () => void) => () => {
      clear();
      setLast(undefined);
      setClearings((count) => count + 1);
    },
    undo: () => {
      last?.putBack();
      settle(undefined);
    },
  };
};

/** The heading of a list from which things can be removed, and below it the way to have the last one back. */
export const UndoHeading = ({
  text,
  undo: { heading, removal, undo },
}: {
  readonly text: string;
  readonly undo: ReturnType<typeof useUndo>;
}) => {
  const { t } = useTranslation('common');
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {text}
      </h1>
      <div className="undo-place" role="status">
        {removal && (
          <p className="note">
            {removal.text}
            <button type="button" className="btn btn-outline-primary" onClick={undo}>
              {t('undo')}
            </button>
          </p>
        )}
      </div>
    </>
  );
};
