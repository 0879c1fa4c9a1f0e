import { useTranslation } from 'react-i18next';
import { defaultChoice } from '#contract/listing-query.ts';
import { ProductPicture } from '#features/catalogue/product-picture.tsx';
import { useFilledCategories } from '#features/catalogue/use-catalogue.ts';
import { useListing } from '#features/catalogue/use-listing.ts';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';
import '#styles/shop-links.scss';

const allProductsQuery = { ...defaultChoice, page: 1, perPage: 1 };

/** What the shop sells: its categories with their pictures, new products, gifts and seconds as far as there are any, and the journal. */
export const ShopLinks = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation('common');
  const { data: categories = [] } = useFilledCategories();
  const counts = useListing(allProductsQuery, false).listing?.counts;
  const isOffered = (facet: 'new' | 'tag', sold: string) => counts?.[facet].some(({ value, count }) => value === sold && count > 0) ?? true;
  const others = [
    { name: t('shopLinks.all'), path: paths.shop, isShown: true },
    { name: t('shopLinks.new'), path: paths.shopNew, isShown: isOffered('new', 'yes') },
    { name: t('shopLinks.seconds'), path: paths.shopTag('seconds'), isShown: isOffered('tag', 'seconds') },
    { name: t('shopLinks.gifts'), path: paths.shopTag('gift'), isShown: isOffered('tag', 'gift') },
    { name: t('footer.links.blog'), path: paths.blog, isShown: true },
  ].filter(({ isShown }) => isShown);
  return (
    <div className="shop-links">
      <ul className="shop-links-categories">
        {categories.map(({ slug, name, image }) => (
          <li key={slug}>
            <Link to={paths.shopCategory(slug)} onClick={onClose}>
              <ProductPicture image={image === '' ? undefined : { src: image, alt: '' }} sizes="(min-width: 992px) 140px, 56px" />
              {name}
            </Link>
          </li>
        ))}
      </ul>
      <ul className="shop-links-others">
        {others.map(({ name, path }) => (
          <li key={path}>
            <Link to={path} onClick={onClose}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
};
