/** A turning ring with words for those who cannot see it. `isFullPage` fills the screen's place while a screen loads. */
export const Spinner = ({ label, isFullPage = false }: { readonly label: string; readonly isFullPage?: boolean }) => (
  <div className={isFullPage ? 'spinner spinner-page' : 'spinner'} role="status">
    <span className="spinner-ring" aria-hidden="true" />
    <span className="visually-hidden">{label}</span>
  </div>
);
