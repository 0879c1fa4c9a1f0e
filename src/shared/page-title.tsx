import { shop } from './shop.ts';

/** The page's title, "{title} | {titleTemplate}"; the defaults are the brand name and "Product Page" (spec 2). */
export const PageTitle = ({ title = shop.name, titleTemplate = 'Product Page' }: { title?: string; titleTemplate?: string }) => (
  <title>{`${title} | ${titleTemplate}`}</title>
);
