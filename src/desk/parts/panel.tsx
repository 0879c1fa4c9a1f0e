import { type ReactNode, useId } from 'react';

type PanelProps = { readonly title: ReactNode; readonly className?: string; readonly children: ReactNode };

/** A card at the side of a page. */
export const Panel = ({ title, className = '', children }: PanelProps) => (
  <section className={`desk-panel ${className}`}>
    <h2>{title}</h2>
    {children}
  </section>
);

type SectionProps = {
  readonly title: string;
  /** At the other end of the line. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
};

/** A part of a page below a line with its title. */
export const Section = ({ title, aside, children }: SectionProps) => {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="desk-section-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
};
