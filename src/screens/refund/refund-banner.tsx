import { useLayoutEffect, useRef } from 'react';
import { ProblemLinks } from '#shared/ui/form-summary.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import type { FormProblems } from '#shared/ui/use-form.ts';

type BannerTone = 'success' | 'danger' | 'warning';

const checkMark = /^\s*[✓✔✅☑]/u;
const crossMark = /^\s*[✕✖✗✘❌❎]/u;

/** The banner's colour, by the sign that the message starts with. */
export const bannerTone = (message: string): BannerTone => {
  if (checkMark.test(message)) return 'success';
  return crossMark.test(message) ? 'danger' : 'warning';
};

/** `problems` are what the message is about, each with a link to its field. */
export type BannerContent = {
  readonly message: string;
  readonly details?: readonly string[];
  readonly problems?: FormProblems['problems'];
};

const icons = { success: 'check', danger: 'cross', warning: 'warning' } as const;

/**
 * The status banner, with a drawn icon in place of the message's emoji. Takes the focus on mount, to be scrolled into view and read out.
 */
export const RefundBanner = ({ content: { message, details = [], problems = [] } }: { readonly content: BannerContent }) => {
  const bannerRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => bannerRef.current?.focus(), []);
  return (
    <div ref={bannerRef} tabIndex={-1} role="status" className={`note refund-banner is-${bannerTone(message)}`}>
      <Icon name={icons[bannerTone(message)]} />
      <div>
        <p className="refund-message">{message}</p>
        {details.map((detail) => (
          <p key={detail} className="refund-banner-detail">
            {detail}
          </p>
        ))}
        {problems.length > 0 && <ProblemLinks problems={problems} />}
      </div>
    </div>
  );
};
