import { shop } from '#shared/shop.ts';

/** The seller's name and postal address, for letters and parcels; the address may begin with the name. */
export const sellerPostalAddress: readonly string[] = [...new Set([shop.name, ...shop.address])];

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
export const PrintHeader = () => (
  <div className="print-header">
    <p className="logo">{shop.name}</p>
    <div>
      <Address lines={sellerPostalAddress.slice(1)} />
      <p>{[...shop.phones.slice(0, 1), shop.email].join(' · ')}</p>
    </div>
  </div>
);
