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
