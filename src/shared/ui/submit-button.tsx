import type { ReactNode } from 'react';

/** The one main button of a form. Busy, it stays where it is and keeps the focus, and presses do nothing. */
export const SubmitButton = ({ isBusy, children }: { readonly isBusy: boolean; readonly children: ReactNode }) => (
  <button type="submit" className="btn btn-primary btn-lg submit-button" aria-disabled={isBusy} aria-busy={isBusy}>
    {isBusy && <span className="spinner-ring" aria-hidden="true" />}
    {children}
  </button>
);
