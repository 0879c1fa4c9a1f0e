import type { Catalogue, Listing } from './listing.ts';
import type { Category, Product } from './product.ts';

/** The id of the template in the document that holds the preloads of the shop's scripts until the first view stands. */
export const laterScripts = 'later-scripts';

/** The id of the script element in the document that holds what the first view was rendered from. */
export const firstKnown = 'first-known';

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
  readonly catalogue: Catalogue;
  readonly categories: readonly Category[];
  /** The words of one namespace, from the built `locales/en`. */
  readonly words: (namespace: string) => Promise<object>;
};

/** What comes back: where else to look, or a document. */
type FirstView = { readonly status: 301; readonly location: string } | FirstViewDocument;

/** The root's content, tags for the head, and the status the document deserves. */
type FirstViewDocument = {
  readonly status: 200 | 404;
  readonly html: string;
  readonly head: string;
  /** `FirstKnown` as JSON. */
  readonly known: string;
  /** Source paths of the lazy modules it needed, e.g. `src/screens/home/home-screen.tsx`: their chunks are worth preloading. */
  readonly modules: readonly string[];
};

/** The one export of the bundle that the build puts beside `dist/`. */
export type RenderFirstView = (request: FirstViewRequest) => Promise<FirstView>;
