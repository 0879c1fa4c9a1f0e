/** An address; `bdi` keeps each line in order in right-to-left languages. */
export const Address = ({ lines }: { readonly lines: readonly string[] }) => (
  <address>
    {lines.map((line) => (
      <span key={line}>
        <bdi>{line}</bdi>
      </span>
    ))}
  </address>
);
