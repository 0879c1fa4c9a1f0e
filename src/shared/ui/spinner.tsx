/** A spinner with a label for screen readers; `isFullPage` fills the viewport while a screen loads. */
export const Spinner = ({ label, isFullPage = false }: { readonly label: string; readonly isFullPage?: boolean }) => (
  <div className={isFullPage ? 'spinner spinner-page' : 'spinner'} role="status">
    <span className="spinner-ring" aria-hidden="true" />
    <span className="visually-hidden">{label}</span>
  </div>
);
