import { useTranslation } from 'react-i18next';
import { SearchBox } from '#blocks/search-box/search-box.tsx';
import { useFilledCategories } from '#features/catalogue/use-catalogue.ts';
import { ScreenTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { Link } from '#shared/ui/link.tsx';

/** The body of a page with status 404: search, categories and links to go on with. */
export const NotFoundMessage = ({ heading, text }: { readonly heading: string; readonly text: string }) => {
  const { t } = useTranslation('common');
  const { data: categories = [] } = useFilledCategories();
  return (
    <section className="container-xl page-message">
      <ScreenTitle name="notFound" />
      <h1>{heading}</h1>
      <p>{text}</p>
      <SearchBox />
      <ul className="link-row">
        {categories.map(({ slug, name }) => (
          <li key={slug}>
            <Link to={paths.shopCategory(slug)}>{name}</Link>
          </li>
        ))}
      </ul>
      <div className="button-row">
        <Link className="btn btn-primary" to={paths.shop}>
          {t('notFound.shop')}
        </Link>
        <Link className="btn btn-outline-primary" to={paths.home}>
          {t('notFound.home')}
        </Link>
      </div>
    </section>
  );
};
