import type { CatalogueIndex, Listing } from './listing.ts';
import type { Pence } from './money.ts';
import type { Category, Product } from './product.ts';
import type { PublicReview } from './review.ts';
import type { PublicShop } from './shop.ts';
import type { Variant } from './variant.ts';

/** The id of the script element in the document that holds `HydrationData` as JSON. */
export const hydrationDataId = 'hydration-data';

/** The id of the script element that holds `PublicShop` as JSON, and where a storefront on another host gets it. */
export const publicShopId = 'shop-data';
export const publicShopPath = '/shop.json';

/** The id of the server-rendered note that stays hidden unless the scripts fail to start the shop. */
export const startFailureId = 'start-failure';

/** What a page was server-rendered from: the catalogue's part for hydration, and texts. */
export type HydrationData = {
  readonly total: number;
  /** By the query of `writeListingQuery`. */
  readonly listings: Readonly<Record<string, Listing>>;
  /** Products with every field, by id; `null` for an id that the shop does not sell. */
  readonly details: Readonly<Record<string, Product | null>>;
  readonly categories: readonly Category[];
  /** The English texts of the page, by i18n namespace. */
  readonly texts?: Readonly<Record<string, object>>;
};

/** What the API process passes to the SSR bundle to render one page. */
export type RenderRequest = {
  readonly shop: PublicShop;
  /** Path and query of the request. */
  readonly address: string;
  readonly catalogue: CatalogueIndex;
  /** Ids of products that are not sold any more: their pages answer 410. */
  readonly withdrawnIds?: ReadonlySet<string>;
  readonly categories: readonly Category[];
  /** The reviews that the page of a product shows first, for JSON-LD only; called for products that have any. */
  readonly loadReviews: (productId: string) => Promise<readonly PublicReview[]>;
  /** Loads the texts of one i18n namespace, from the built `locales/en`. */
  readonly loadNamespace: (namespace: string) => Promise<object>;
  /** The origin of the shop, e.g. `https://shop.example`, for absolute URLs. */
  readonly shopUrl: string;
};

/** A redirect or a document. */
type RenderResult = { readonly status: 301; readonly location: string } | RenderedDocument;

type RenderedDocument = {
  /** 410 for a withdrawn product. */
  readonly status: 200 | 404 | 410;
  /** The content of the root element. */
  readonly html: string;
  /** Tags for the head. */
  readonly head: string;
  /** JSON-LD for the end of the body. */
  readonly data: string;
  /** Preloads of the first pictures, for the head. */
  readonly picturePreloads: string;
  /** `HydrationData` as JSON. */
  readonly hydrationData: string;
  /** The products that the page shows. */
  readonly productIds: readonly string[];
  /** Source paths of the lazy modules that hydration needs, e.g. `src/screens/home/home-screen.tsx`: their chunks are preloaded. */
  readonly modules: readonly string[];
};

/** An export of the SSR bundle: renders the page of a URL. */
export type RenderPage = (request: RenderRequest) => Promise<RenderResult>;

/** An export of the SSR bundle: a URL without the parts that its document does not depend on. URLs with the same result share a document. */
export type DocumentUrl = (address: string) => string;

/** One entry of the sitemap: absolute URL, day of the last change (`YYYY-MM-DD`), absolute URLs of its images. */
export type SitemapPage = { readonly url: string; readonly lastModified?: string; readonly images: readonly string[] };

/** An export of the SSR bundle: `limit` entries of the sitemap from `offset` on; `total` counts all of them. */
export type ListSitemapPages = (request: {
  readonly shopUrl: string;
  readonly products: readonly Product[];
  readonly categories: readonly Category[];
  readonly offset: number;
  readonly limit: number;
}) => { readonly total: number; readonly pages: readonly SitemapPage[] };

/** What can be bought as search engines, shopping sites and assistants list it: one variant, with absolute URLs. */
export type OfferedVariant = {
  readonly productId: string;
  /** Whether the product has other variants. */
  readonly isOfGroup: boolean;
  readonly variant: Variant;
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly picture: string | undefined;
  /** What a customer pays for one unit, and the price before the reduction, or the same. */
  readonly price: Pence;
  readonly before: Pence;
  readonly isAvailable: boolean;
  /** Delivery of one unit. */
  readonly delivery: Pence;
  /** Business days until it is posted. */
  readonly handlingDays: { readonly min: number; readonly max: number };
  /** What is in it, "100 g"; empty for goods that are not sold by weight, volume or length. */
  readonly netQuantity: string;
};

/** An export of the SSR bundle: every variant of these products. */
export type ListOffers = (request: {
  readonly shop: PublicShop;
  readonly shopUrl: string;
  readonly products: readonly Product[];
}) => readonly OfferedVariant[];

/** An export of the SSR bundle: what the shop sells and where it is described, for assistants (llmstxt.org). */
export type WriteGuide = (
  request: Pick<RenderRequest, 'shop' | 'shopUrl' | 'categories' | 'loadNamespace'> & { readonly products: readonly Product[] },
) => Promise<string>;

/** A page as Markdown, and the URL of the page. */
type MarkdownPage = { readonly text: string; readonly url: string };

/** An export of the SSR bundle: the Markdown of the page whose URL this is without `.md`; undefined where there is none. */
export type WriteMarkdown = (request: RenderRequest) => Promise<MarkdownPage | undefined>;
