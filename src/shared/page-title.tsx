import { shop } from './shop.ts';

type PageTitleProps = { readonly title?: string; readonly titleTemplate?: string };

/**
 * The document's title, "{title} | {titleTemplate}"; the defaults are the brand name and "Product Page". Other tags of the head are
 * server-rendered (`src/app/head`).
 */
export const PageTitle = ({ title = shop.name, titleTemplate = 'Product Page' }: PageTitleProps) => (
  <title>{`${title} | ${titleTemplate}`}</title>
);
