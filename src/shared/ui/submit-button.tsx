import type { ReactNode } from 'react';

type SubmitButtonProps = { readonly isBusy: boolean; readonly isOff?: boolean; readonly children: ReactNode };

/** A form's submit button. `aria-disabled` instead of `disabled`, so that it keeps the focus; the form has to ignore submits meanwhile. */
export const SubmitButton = ({ isBusy, isOff = false, children }: SubmitButtonProps) => (
  <button type="submit" className="btn btn-primary btn-lg submit-button" aria-disabled={isBusy || isOff} aria-busy={isBusy}>
    {isBusy && <span className="spinner-ring" aria-hidden="true" />}
    <span>{children}</span>
  </button>
);
