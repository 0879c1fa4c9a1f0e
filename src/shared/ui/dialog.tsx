import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';

type DialogProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Its accessible name. */
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
};

/**
 * A modal `<dialog>`: the browser traps and restores focus, makes the page inert and closes on Escape; `closedby` closes on a press on the
 * backdrop. The scroll lock is in _base.scss.
 */
export const Dialog = ({ isOpen, onClose, label, className, children }: DialogProps) => {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isOpen && !dialogRef.current?.open) dialogRef.current?.showModal();
    if (!isOpen && dialogRef.current?.open) dialogRef.current.close();
  }, [isOpen]);
  useEffect(() => {
    // For browsers without `closedby`.
    const dialog = dialogRef.current;
    if (!dialog || 'closedBy' in HTMLDialogElement.prototype) return;
    // A drag that ends on the backdrop, as in selecting text, clicks the backdrop: where it began decides.
    let startedOnBackdrop = false;
    const onPointerDown = (event: PointerEvent) => {
      startedOnBackdrop = event.target === dialog;
    };
    const onClick = (event: MouseEvent) => {
      if (startedOnBackdrop && event.target === dialog) close();
    };
    dialog.addEventListener('pointerdown', onPointerDown);
    dialog.addEventListener('click', onClick);
    return () => {
      dialog.removeEventListener('pointerdown', onPointerDown);
      dialog.removeEventListener('click', onClick);
    };
  }, []);
  return (
    // React bubbles the close event of a dialog inside this one, which browsers do not.
    <dialog
      ref={dialogRef}
      className={className}
      aria-label={label}
      closedby="any"
      onClose={(event) => event.target === event.currentTarget && onClose()}
    >
      {isOpen && <div className="dialog-inside">{children}</div>}
    </dialog>
  );
};
