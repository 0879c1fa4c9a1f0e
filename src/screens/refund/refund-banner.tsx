import { useEffect, useRef } from 'react';
import { bannerTone } from '#features/refunds/banner-tone.ts';

export type BannerContent = { readonly message: string; readonly details?: readonly string[] };

/** The status banner. Takes the focus on mount, so that it is scrolled into view and read out. */
export const RefundBanner = ({ content: { message, details = [] } }: { readonly content: BannerContent }) => {
  const bannerRef = useRef<HTMLDivElement>(null);
  useEffect(() => bannerRef.current?.focus(), []);
  return (
    <div ref={bannerRef} tabIndex={-1} role="status" className={`note refund-banner is-${bannerTone(message)}`}>
      <div>
        <p>{message}</p>
        {details.map((detail) => (
          <p key={detail} className="refund-banner-detail">
            {detail}
          </p>
        ))}
      </div>
    </div>
  );
};
