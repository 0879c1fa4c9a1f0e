import { type ComponentProps, type ReactNode, useId } from 'react';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { DeskIcon } from './desk-icon.tsx';

type PanelProps = { readonly title: ReactNode; readonly className?: string; readonly children: ReactNode };

/** A card at the side of a page. */
export const Panel = ({ title, className = '', children }: PanelProps) => {
  const id = useId();
  return (
    <section className={`desk-panel ${className}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
};

type SectionProps = {
  readonly title: string;
  /** Content at the opposite end of the title's line. */
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

export type RowsProps<Item> = {
  readonly items: readonly Item[];
  readonly className?: string | undefined;
  /** Shown when there are no items. */
  readonly empty?: string;
  readonly children: (item: Item) => ReactNode;
};

export const Rows = <Item,>({ items, className = '', empty, children }: RowsProps<Item>) =>
  items.length === 0 && empty !== undefined ? (
    <p className="desk-empty">{empty}</p>
  ) : (
    <ul className={`desk-rows ${className}`}>{items.map((item) => children(item))}</ul>
  );

type RowProps = {
  /** A picture or an icon at the beginning. */
  readonly mark?: ReactNode;
  /** A link in it opens the whole row. */
  readonly title: ReactNode;
  readonly end?: ReactNode;
  readonly children?: ReactNode;
};

export const Row = ({ mark, title, end, children }: RowProps) => (
  <li>
    {mark}
    <div>
      <p>{title}</p>
      {children}
    </div>
    {end !== undefined && <div className="desk-end">{end}</div>}
  </li>
);

export const Mark = ({ name }: ComponentProps<typeof DeskIcon>) => (
  <span className="desk-mark">
    <DeskIcon name={name} />
  </span>
);

/** A small picture of goods by its URL; a blank one for ''. */
export const Thumb = ({ src, sizes = '48px' }: { readonly src: string; readonly sizes?: string }) => (
  <ProductPicture image={src === '' ? undefined : { src, alt: '' }} sizes={sizes} alt="" />
);

type RowButtonProps = {
  readonly id?: string;
  /** The name of the row, for screen readers. */
  readonly name: string;
  readonly isOff?: boolean;
  readonly isExpanded?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
};

/** A button of one of several rows. */
export const RowButton = ({ id, name, isOff = false, isExpanded, onPress, children }: RowButtonProps) => (
  <button
    id={id}
    type="button"
    className="btn btn-link"
    aria-disabled={isOff}
    aria-expanded={isExpanded}
    onClick={() => !isOff && onPress()}
  >
    {children}
    <span className="visually-hidden"> {name}</span>
  </button>
);
