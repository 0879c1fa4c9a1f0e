import '#styles/gift-wrap.scss';

/** A drawing of the wrapped parcel, with the gift message on its tag as it is typed. Decorative: all that it says is said by the form. */
export const GiftWrapPreview = ({ message, placeholder }: { readonly message: string; readonly placeholder: string }) => (
  <div className="gift-wrap" aria-hidden="true">
    <svg viewBox="0 0 360 220" aria-hidden="true">
      <path className="gift-shadow" d="M30 196h300l-14 14H44z" />
      <path className="gift-paper" d="M30 20h300v176H30z" />
      <path className="gift-flap is-left" d="M30 20l62 88-62 88z" />
      <path className="gift-flap is-right" d="M330 20l-62 88 62 88z" />
      <path className="gift-crease" d="M30 62h300M30 154h300" />
      <path className="gift-string" pathLength="1" d="M30 108h300" />
      <path className="gift-string" pathLength="1" d="M128 20v176" />
      <path
        className="gift-bow"
        d="M128 108c-16-30-50-34-50-16 0 16 30 18 50 16zm0 0c16-30 50-34 50-16 0 16-30 18-50 16zm0 0c-6 16-16 28-28 34m28-34c6 16 14 26 26 32"
      />
    </svg>
    <p className="gift-tag" dir="auto">
      {message.trim() === '' ? <span className="is-empty">{placeholder}</span> : message.trim()}
    </p>
  </div>
);
