export const ConflictBar = ({ text, onShow }: { readonly text: string | undefined; readonly onShow: () => void }) => (
  <div className="note note-danger" role="alert">
    <p>{text}</p>
    <button type="button" className="btn btn-outline-primary" onClick={onShow}>
      Show
    </button>
  </div>
);
