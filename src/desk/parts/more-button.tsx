export const MoreButton = ({ isBusy, onMore }: { readonly isBusy: boolean; readonly onMore: () => void }) => (
  <button type="button" className="btn btn-outline-primary" aria-disabled={isBusy} onClick={onMore}>
    More
  </button>
);
