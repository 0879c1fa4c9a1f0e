import { useEffect, useRef } from 'react';
import { bannerTone } from '#features/refunds/banner-tone.ts';

/** What the banner says: the message, and below it what else is known. */
export type BannerWords = { readonly message: string; readonly details?: readonly string[] };

/**
 * The status banner: its colour follows the message's first sign. It takes the focus with every message, so that
 * it is seen and read out wherever on the screen the shopper was.
 */
export const RefundBanner = ({ words: { message, details = [] } }: { readonly words: BannerWords }) => {
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => banner.current?.focus(), []);
  return (
    <div ref={banner} tabIndex={-1} role="status" className={`note refund-banner is-${bannerTone(message)}`}>
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
