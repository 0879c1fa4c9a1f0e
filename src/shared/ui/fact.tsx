import type { ReactNode } from 'react';

type FactProps = { readonly term: ReactNode; readonly valueClass?: string; readonly children: ReactNode };

/** A term and its value, in a `<dl>`. */
export const Fact = ({ term, valueClass, children }: FactProps) => (
  <div>
    <dt>{term}</dt>
    <dd className={valueClass}>{children}</dd>
  </div>
);
