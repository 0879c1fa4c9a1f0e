import { useShop } from '#shared/shop.tsx';

/** A postal address; `bdi` keeps each line in order in right-to-left languages. */
export const Address = ({ lines }: { readonly lines: readonly string[] }) => (
  <address>
    {lines.map((line) => (
      <span key={line}>
        <bdi>{line}</bdi>
      </span>
    ))}
  </address>
);

/** The seller at the head of a printed sheet; not shown on screens. */
export const PrintHeader = () => {
  const shop = useShop();
  return (
    <div className="print-header">
      <p className="logo">{shop.name}</p>
      <div>
        <Address lines={shop.postalAddress.slice(1)} />
        <p>{[...shop.phones.slice(0, 1), shop.email].join(' · ')}</p>
      </div>
    </div>
  );
};
