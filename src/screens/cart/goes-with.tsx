import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { ListedPrice } from '#blocks/price/price.tsx';
import { defaultChoice } from '#contract/listing-query.ts';
import { selectIsReseller } from '#features/account/shopper-slice.ts';
import { ProductPicture, picturesOf } from '#features/catalogue/product-picture.tsx';
import { useListing } from '#features/catalogue/use-listing.ts';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';

const maxShown = 4;

/** The best-selling products in stock that are not in the cart, below a cart that is so short that its page would be half empty. */
export const GoesWith = ({ cartIds }: { readonly cartIds: readonly string[] }) => {
  const { t } = useTranslation('cart');
  const isReseller = useSelector(selectIsReseller);
  const { listing } = useListing(
    {
      ...defaultChoice,
      chosen: { ...defaultChoice.chosen, availability: ['in'] },
      sorting: 'best-selling',
      page: 1,
      perPage: maxShown + cartIds.length,
    },
    isReseller,
  );
  const products = (listing?.items ?? []).filter(({ _id }) => !cartIds.includes(_id)).slice(0, maxShown);
  if (products.length === 0) return null;
  return (
    <section className="goes-with" aria-labelledby="goes-with">
      <h2 id="goes-with">{t('goesWith')}</h2>
      <ul>
        {products.map((product) => (
          <li key={product._id}>
            <Link to={paths.product(product._id)}>
              <ProductPicture image={picturesOf(product)[0]} sizes="(min-width: 1200px) 180px, (min-width: 992px) 15vw, 46vw" alt="" />
              <span className="cart-row-name">{product.name}</span>
            </Link>
            <ListedPrice product={product} />
          </li>
        ))}
      </ul>
    </section>
  );
};
