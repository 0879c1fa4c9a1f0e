import { shop } from '#shared/shop.ts';
import { Address, sellerAddress } from './address.tsx';

/** The seller at the head of a printed sheet; not shown on screens. */
export const PrintHeader = () => (
  <div className="print-header">
    <p className="logo">{shop.name}</p>
    <div>
      <Address lines={sellerAddress.slice(1)} />
      <p>{[...shop.phones.slice(0, 1), shop.email].join(' · ')}</p>
    </div>
  </div>
);
