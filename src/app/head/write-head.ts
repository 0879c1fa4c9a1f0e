import type { i18n } from 'i18next';
import { maxWidthOf, pictureStem } from '#contract/picture.ts';
import type { Category } from '#contract/product.ts';
import type { PublicReview } from '#contract/review.ts';
import { picturesOf, pictureUrl } from '#features/catalogue/product-picture.tsx';
import { paths } from '#shared/paths.ts';
import type { Shop } from '#shared/shop.tsx';
import { breadcrumbData, postData, previewOffer, productData, shopData } from './linked-data.ts';
import { markdownOf } from './markdown-pages.ts';
import { excerpt, linkedData, type Site, tag } from './markup.ts';
import type { Page } from './page.ts';

/** The namespace of descriptions for search engines and link previews, which only the server loads. */
export const headNamespace = 'descriptions';

const maxDescriptionLength = 300;

/** The preview of a page without a picture. */
const shopPicture = { src: '/images/share.jpg', width: 1200, height: 630 };

const descriptionOf = ({ screenId, product, post }: Page, category: Category | undefined, shop: Shop, { t }: i18n): string => {
  const ofCategory =
    category && `${category.description} ${t('descriptions:shopCategory', { name: category.name, shop: shop.name })}`.trimStart();
  const text = product?.shortDescription || post?.summary || ofCategory || t(`descriptions:${screenId}`, { shop: shop.name });
  return excerpt(text, maxDescriptionLength);
};

const pictureOf = ({ product, post }: Page) => {
  const own = product ? picturesOf(product)[0] : post?.picture;
  if (!own) return undefined;
  const pictureFileStem = pictureStem(own.src);
  const width = pictureFileStem === undefined ? undefined : maxWidthOf(pictureFileStem);
  return { src: pictureUrl(own.src), width, height: width, alt: own.alt };
};

const previewTags = (page: Page, title: string, description: string, site: Site): string => {
  const { product, chosen, post, canonical } = page;
  const picture = pictureOf(page) ?? { ...shopPicture, alt: '' };
  const offered = product && previewOffer(product, chosen);
  const properties: Readonly<Record<string, string | undefined>> = {
    'og:site_name': site.shop.name,
    'og:locale': 'en_GB',
    'og:type': (product && 'product') ?? (post && 'article') ?? 'website',
    'og:title': title,
    'og:description': description,
    'og:url': canonical === undefined ? undefined : site.toAbsoluteUrl(canonical),
    'og:image': site.toAbsoluteUrl(picture.src),
    'og:image:width': picture.width?.toString(),
    'og:image:height': picture.height?.toString(),
    'og:image:alt': picture.alt || undefined,
    'product:price:amount': offered?.price,
    'product:price:currency': offered?.currency,
    'product:shipping_cost:amount': offered?.delivery,
    'product:shipping_cost:currency': offered?.currency,
    'product:availability': offered && (offered.isAvailable ? 'in stock' : 'out of stock'),
    'product:condition': offered && 'new',
    'article:published_time': post?.date,
  };
  const propertyTags = Object.entries(properties).map(([property, content]) =>
    content === undefined ? '' : tag('meta', { property, content }),
  );
  // Pictures of products and posts are square: the wide card would crop them.
  const twitterCard = tag('meta', { name: 'twitter:card', content: product || post ? 'summary' : 'summary_large_image' });
  return [...propertyTags, twitterCard].join('');
};

type HeadRequest = {
  readonly page: Page;
  readonly site: Site;
  readonly categories: readonly Category[];
  /** The reviews of the page's product. */
  readonly reviews: readonly PublicReview[];
  readonly language: i18n;
};

const graphOf = (
  { screenId, product, chosen, post, category, canonical = '' }: Page,
  title: string,
  { categories, reviews }: Pick<HeadRequest, 'categories' | 'reviews'>,
  site: Site,
  { t }: i18n,
) => {
  if (screenId === 'home') return shopData(site);
  const breadcrumbs: { readonly name: string; readonly path: string }[] = [{ name: site.shop.name, path: paths.home }];
  if (product || screenId === 'shop') breadcrumbs.push({ name: t('titles:shop'), path: paths.shop });
  const [productCategory] = product?.category ?? [];
  const within = categories.find(({ slug }) => slug === productCategory);
  if (within) breadcrumbs.push({ name: within.name, path: paths.shopCategory(within.slug) });
  if (post || screenId === 'blog') breadcrumbs.push({ name: t('titles:blog'), path: paths.blog });
  if (breadcrumbs.length === 1 || product || post || category) breadcrumbs.push({ name: title, path: canonical });
  return [
    ...(product ? [productData(product, { chosen, categories, reviews }, site)] : []),
    ...(post ? [postData(post, site)] : []),
    breadcrumbData(breadcrumbs, site),
  ];
};

/** The metadata of a page except its title: `tags` for the head, and JSON-LD as `data` for the end of the body, where it delays nothing. */
export const writeHead = ({ page, site, categories, reviews, language }: HeadRequest): { readonly tags: string; readonly data: string } => {
  const { screenId, product, post, canonical } = page;
  const category = categories.find(({ slug }) => slug === page.category);
  const description = descriptionOf(page, category, site.shop, language);
  const markdown = markdownOf(page);
  const title = product?.name ?? post?.title ?? category?.name ?? language.t(`titles:${screenId}`);
  return {
    tags: [
      tag('meta', { name: 'description', content: description }),
      canonical === undefined
        ? tag('meta', { name: 'robots', content: 'noindex' })
        : tag('link', { rel: 'canonical', href: site.toAbsoluteUrl(canonical) }),
      markdown === undefined ? '' : tag('link', { rel: 'alternate', type: 'text/markdown', href: site.toAbsoluteUrl(markdown) }),
      previewTags(page, title, description, site),
    ].join(''),
    data: canonical === undefined ? '' : linkedData(graphOf(page, title, { categories, reviews }, site, language)),
  };
};
