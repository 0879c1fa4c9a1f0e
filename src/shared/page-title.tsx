import { useTranslation } from 'react-i18next';
import { shop } from './shop.ts';

type PageTitleProps = { readonly title?: string; readonly titleTemplate?: string; readonly description?: string };

/**
 * The page's title, "{title} | {titleTemplate}"; the defaults are the brand name and "Product Page" (spec 2). Beside it what
 * search engines show of the page; the shop's own words where a page has none.
 */
export const PageTitle = ({ title = shop.name, titleTemplate = 'Product Page', description = '' }: PageTitleProps) => {
  const { t } = useTranslation('titles');
  return (
    <>
      <title>{`${title} | ${titleTemplate}`}</title>
      <meta name="description" content={description || t('description')} />
    </>
  );
};
