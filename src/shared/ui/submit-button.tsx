import type { ReactNode } from 'react';

type SubmitButtonProps = { readonly isBusy: boolean; readonly isOff?: boolean; readonly children: ReactNode };

/** The one main button of a form. Busy or off, it stays where it is and keeps the focus, and its form sees to it that presses do nothing. */
export const SubmitButton = ({ isBusy, isOff = false, children }: SubmitButtonProps) => (
  <button type="submit" className="btn btn-primary btn-lg submit-button" aria-disabled={isBusy || isOff} aria-busy={isBusy}>
    {isBusy && <span className="spinner-ring" aria-hidden="true" />}
    {children}
  </button>
);
