import { shop } from '#shared/shop.ts';
import { Address } from './address.tsx';

/** The seller at the head of a printed sheet; not shown on screens. */
export const PrintHeader = () => (
  <div className="print-header">
    <p className="logo">{shop.name}</p>
    <div>
      <Address lines={shop.address.filter((line) => line !== shop.name)} />
      <p>{[...shop.phones.slice(0, 1), shop.email].join(' · ')}</p>
    </div>
  </div>
);
