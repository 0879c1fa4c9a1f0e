import { shop } from './shop.ts';

type PageTitleProps = { readonly title?: string; readonly titleTemplate?: string };

/**
 * The page's title, "{title} | {titleTemplate}"; the defaults are the brand name and "Product Page". What search engines show
 * beside it is for the API process to write (`src/app/head`).
 */
export const PageTitle = ({ title = shop.name, titleTemplate = 'Product Page' }: PageTitleProps) => (
  <title>{`${title} | ${titleTemplate}`}</title>
);
