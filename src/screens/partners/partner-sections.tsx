import type { ReactNode } from 'react';
import { picturePath } from '#contract/picture.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';

type PartnerHeroProps = {
  readonly heading: string;
  readonly lead: string;
  /** Shown large, below a small heading. */
  readonly title?: string;
  readonly stems: readonly string[];
  readonly children?: ReactNode;
};

/** The top of a partner page: heading, lead, call to action (`children`) and pictures by their `stems`, the large one first. */
export const PartnerHero = ({ heading, title, lead, stems, children }: PartnerHeroProps) => (
  <header className="partner-hero">
    <div className="container-xl">
      <div className="partner-hero-text">
        <h1 className={title && 'is-small'}>{heading}</h1>
        {title && <p className="h1">{title}</p>}
        <p>{lead}</p>
        {children}
      </div>
      <div className="partner-hero-pictures">
        {stems.map((stem, index) => (
          <ProductPicture
            key={stem}
            image={{ src: picturePath(stem), alt: '' }}
            sizes={
              index === 0
                ? '(min-width: 1200px) 440px, (min-width: 768px) 38vw, 62vw'
                : '(min-width: 1200px) 210px, (min-width: 768px) 19vw, 30vw'
            }
            loadOrder={index === 0 ? 'first' : 'early'}
          />
        ))}
      </div>
    </div>
  </header>
);

type ExplanationProps = { readonly heading: string; readonly stem: string; readonly children: ReactNode };

/** The section "what it is", with a product picture. `stem` is the picture's file name without size and extension. */
export const Explanation = ({ heading, stem, children }: ExplanationProps) => (
  <section className="container-xl partner-explanation" aria-labelledby="what">
    <div>
      <h2 id="what">{heading}</h2>
      {children}
    </div>
    <ProductPicture image={{ src: picturePath(stem), alt: '' }} sizes="(min-width: 1200px) 480px, (min-width: 768px) 42vw, 94vw" />
  </section>
);

type BenefitsProps = { readonly heading: string; readonly items: readonly { readonly name: string; readonly text: string }[] };

export const Benefits = ({ heading, items }: BenefitsProps) => (
  <section className="partner-benefits" aria-labelledby="benefits">
    <div className="container-xl">
      <h2 id="benefits">{heading}</h2>
      <ul>
        {items.map(({ name, text }) => (
          <li key={name}>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </div>
  </section>
);
