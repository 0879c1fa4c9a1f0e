/** A small number at a corner of its icon; the icon's own name says it to those who cannot see it. */
export const CountBadge = ({ count }: { readonly count: number }) =>
  count > 0 ? (
    <span className="count-badge" aria-hidden="true">
      {count}
    </span>
  ) : null;
