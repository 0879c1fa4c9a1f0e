/** A dot of a colour. An SVG, because the content security policy forbids style attributes. */
export const Swatch = ({ hex }: { readonly hex: string }) => (
  <svg className="swatch" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
    <circle cx="8" cy="8" r="7.5" fill={/^#[0-9a-f]{3,8}$/i.test(hex) ? hex : 'none'} stroke="currentColor" strokeOpacity="0.35" />
  </svg>
);
