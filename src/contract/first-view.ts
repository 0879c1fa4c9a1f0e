import type { CatalogueIndex, Listing } from './listing.ts';
import type { Category, Product } from './product.ts';

/** The id of the template in the document that holds the preloads of the shop's scripts until the first view stands. */
export const laterScripts = 'later-scripts';

/** The id of the script element in the document that holds what the first view was rendered from. */
export const firstKnown = 'first-known';

/** The id of the note in a first view that stays hidden unless the scripts cannot start the shop. */
export const startFailure = 'start-failure';

/** What a first view knew of the catalogue, so that the shop in the browser can begin with the very same. */
export type FirstKnown = {
  readonly total: number;
  /** By the query of `writeListingQuery`. */
  readonly listings: Readonly<Record<string, Listing>>;
  /** Products with every field, by id; `null` for an id that the shop does not sell. */
  readonly details: Readonly<Record<string, Product | null>>;
  readonly categories: readonly Category[];
};

/** What the API process hands to the built shop so that a first view can travel inside the document. */
export type FirstViewRequest = {
  /** Path and query as asked for. */
  readonly address: string;
  readonly catalogue: CatalogueIndex;
  readonly categories: readonly Category[];
  /** The words of one namespace, from the built `locales/en`. */
  readonly words: (namespace: string) => Promise<object>;
  /** Where the shop is, e.g. `https://shop.example`, for addresses that have to be whole. */
  readonly shopUrl: string;
};

/** What comes back: where else to look, or a document. */
type FirstView = { readonly status: 301; readonly location: string } | FirstViewDocument;

/** The root's content, tags for the head and data for machines that stands at the end, with the status that the document deserves. */
type FirstViewDocument = {
  readonly status: 200 | 404;
  readonly html: string;
  readonly head: string;
  readonly data: string;
  /** A preload of the picture that matters most; behind the styles, which matter more. */
  readonly firstPicture: string;
  /** `FirstKnown` as JSON. */
  readonly known: string;
  /** Source paths of the lazy modules it needed, e.g. `src/screens/home/home-screen.tsx`: their chunks are worth preloading. */
  readonly modules: readonly string[];
};

/** What the bundle that the build puts beside `dist/` exports: how a first view is rendered … */
export type RenderFirstView = (request: FirstViewRequest) => Promise<FirstView>;

/** An address that search engines should know, whole, with the day of its last change and its pictures. */
export type ListedPage = { readonly address: string; readonly changed?: string; readonly pictures: readonly string[] };

/** … and a stretch of all addresses that search engines should know, `most` of them from the one numbered `from`; `total` there are. */
export type ListPages = (request: {
  readonly shopUrl: string;
  readonly products: readonly Product[];
  readonly from: number;
  readonly most: number;
}) => { readonly total: number; readonly pages: readonly ListedPage[] };
