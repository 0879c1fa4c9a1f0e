import { useTranslation } from 'react-i18next';
import { usePrices } from '#blocks/price/price.tsx';
import { pence } from '#contract/money.ts';
import type { Product } from '#contract/product.ts';
import { safetyFields, tabFields } from '#contract/product-fields.ts';
import { refundDays } from '#contract/terms.ts';
import type { DetailedProduct } from '#features/catalogue/use-products.ts';
import { paths } from '#shared/paths.ts';
import { Fact } from '#shared/ui/fact.tsx';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Tabs } from '#shared/ui/tabs.tsx';

type ProductTabsProps = Pick<DetailedProduct, 'details' | 'retry'> & { readonly product: Product };

/** Shows that details are loading or failed: without it, they would seem not to exist. */
const DetailsNote = ({ details, retry }: Omit<ProductTabsProps, 'product'>) => {
  const { t } = useTranslation('product');
  if (details.kind === 'loaded') return null;
  if (details.kind === 'loading') return <p className="quiet">{t('detailsLoading')}</p>;
  return <FailureNote error={details.error} onRetry={retry} isBusy={details.isRetrying} />;
};

const Description = ({ product, ...details }: ProductTabsProps) => (
  <div className="prose">
    {(product.fullDescription || product.shortDescription).split(/\n{2,}/).map((paragraph, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may be equal.
      <p key={index}>{paragraph}</p>
    ))}
    <DetailsNote {...details} />
  </div>
);

const Facts = ({ product, details, retry }: ProductTabsProps) => {
  const { t } = useTranslation('product');
  const facts = tabFields.filter((fact) => product[fact] !== '');
  if (facts.length === 0 && details.kind === 'loaded') return <p>{t('facts.none')}</p>;
  return (
    <>
      <dl className="facts">
        {facts.map((fact) => (
          <Fact key={fact} term={t(`facts.${fact}`)}>
            <bdi>{product[fact]}</bdi>
          </Fact>
        ))}
      </dl>
      {product.material !== '' && (
        <p className="quiet">
          <Link to={paths.claims}>{t('facts.claims')}</Link>
        </p>
      )}
      <DetailsNote details={details} retry={retry} />
    </>
  );
};

const Delivery = ({ product }: { readonly product: Product }) => {
  const { t } = useTranslation('product');
  const { money } = usePrices();
  const cost = pence(product.deliveryCost);
  return (
    <div className="prose">
      <p>{cost > 0 ? t('delivery.cost', { amount: money(cost) }) : t('delivery.free')}</p>
      <p>{product.personalised ? t('delivery.personalised') : t('delivery.return', { days: refundDays.changedMind })}</p>
      <p>{t('delivery.damaged', { days: refundDays.damaged })}</p>
      <p>{t('delivery.missing', { days: refundDays.notArrived })}</p>
      <p>
        {t('delivery.rights')} <Link to={paths.refund}>{t('delivery.link')}</Link>
      </p>
    </div>
  );
};

/** What must be known before buying, in sight without a press; nothing for goods that have none of it. */
export const Safety = ({ product }: { readonly product: Product }) => {
  const { t } = useTranslation('product');
  const known = safetyFields.filter((field) => product[field] !== '');
  if (known.length === 0) return null;
  return (
    <section className="product-safety" aria-labelledby="safety">
      <h2 id="safety">{t('safety.heading')}</h2>
      <dl className="facts">
        {known.map((field) => (
          <Fact key={field} term={t(`safety.${field}`)}>
            <bdi>{product[field]}</bdi>
          </Fact>
        ))}
      </dl>
    </section>
  );
};

/** Description, additional information, delivery and returns. */
export const ProductTabs = (props: ProductTabsProps) => {
  const { t } = useTranslation('product');
  const { product, details } = props;
  const isUndescribed = details.kind === 'loaded' && product.fullDescription === '' && product.shortDescription === '';
  return (
    <Tabs
      label={t('tabs.label')}
      className="product-tabs"
      isFindable
      tabs={[
        ...(isUndescribed ? [] : [{ key: 'description', title: t('tabs.description'), content: <Description {...props} /> }]),
        { key: 'information', title: t('tabs.information'), content: <Facts {...props} /> },
        { key: 'delivery', title: t('tabs.delivery'), content: <Delivery product={product} /> },
      ]}
    />
  );
};
