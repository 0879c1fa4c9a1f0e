import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useShop } from './shop.tsx';

type PageTitleProps = { readonly title?: string; readonly titleTemplate?: string };

/**
 * The document's title, "{title} | {titleTemplate}"; the defaults are the brand name and "Product Page". Other tags of the head are
 * server-rendered (`src/app/head`).
 */
export const PageTitle = ({ title, titleTemplate = 'Product Page' }: PageTitleProps) => {
  const shop = useShop();
  return <title>{`${title ?? shop.name} | ${titleTemplate}`}</title>;
};

/** The document's title by its key in titles.json: "Cart | Flone". */
export const ScreenTitle = ({ name }: { readonly name: ParseKeys<'titles'> }) => {
  const shop = useShop();
  const { t } = useTranslation('titles');
  return <PageTitle title={t(name)} titleTemplate={shop.name} />;
};
