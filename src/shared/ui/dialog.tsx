import { type ReactNode, useEffect, useRef } from 'react';

type DialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** What a screen reader calls it. */
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
};

/**
 * A modal dialog: the browser's own, so focus stays inside and returns, the page behind is inert and Escape closes it.
 * A press on the backdrop closes it too.
 */
export const Dialog = ({ isOpen, onClose, label, className, children }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen && dialog.current?.open) dialog.current.close();
  }, [isOpen]);
  useEffect(() => {
    const shown = dialog.current;
    // A click whose press began inside, as in selecting text, has the backdrop as its target, too.
    let isFromBackdrop = false;
    const press = (event: PointerEvent) => {
      isFromBackdrop = event.target === shown;
    };
    const click = (event: MouseEvent) => {
      if (isFromBackdrop && event.target === shown) onClose();
    };
    shown?.addEventListener('pointerdown', press);
    shown?.addEventListener('click', click);
    return () => {
      shown?.removeEventListener('pointerdown', press);
      shown?.removeEventListener('click', click);
    };
  }, [onClose]);
  return (
    // React lets the closing of a dialog inside this one rise to here, which no browser does.
    <dialog ref={dialog} className={className} aria-label={label} onClose={(event) => event.target === event.currentTarget && onClose()}>
      {isOpen && <div className="dialog-inside">{children}</div>}
    </dialog>
  );
};
