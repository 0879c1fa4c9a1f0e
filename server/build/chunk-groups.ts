import path from 'node:path';
import type { Rolldown } from 'vite';
import { rootFolder } from '#server/root-folder.ts';

/** The entry of every page. */
export const entry = 'index.html';

/** Screens that visitors commonly land on, by the name used in size reports. */
export const landingScreens = {
  home: 'src/screens/home/home-screen.tsx',
  list: 'src/screens/shop/shop-screen.tsx',
  product: 'src/screens/product/product-screen.tsx',
} as const;

/**
 * A chunk with the modules that all its importers import statically, or with `minImporters` those that so many of them share (an array counts as
 * one). `minShareCount`: a module goes into the chunk only if so many chunks need it; others stay in the chunk that needs them.
 */
type Group = {
  readonly name: string;
  readonly importers: readonly (string | readonly string[])[];
  readonly minImporters?: number;
  readonly minShareCount: number;
};

const { home, list, product } = landingScreens;
const overlays = 'src/blocks/overlay/overlay-content.tsx';

/**
 * In loading order; a module belongs to the first group that matches. By default Rolldown makes one chunk for each combination of
 * importers, most of them smaller than the response headers they come with.
 */
const groups: readonly Group[] = [
  // What every page needs (so the entry counts twice), and what list and product share.
  { name: 'app', importers: [entry, entry, product, list], minImporters: 2, minShareCount: 1 },
  { name: 'home-and-product', importers: [home, product], minImporters: 2, minShareCount: 1 },
  { name: 'tiles', importers: [home, list], minShareCount: 2 },
  // Without the styles of a product, which no other page needs.
  { name: 'product-and-overlays', importers: [product, overlays], minImporters: 2, minShareCount: 1 },
  { name: 'product-view', importers: [product], minShareCount: 2 },
  // What floats over a page; messages must not wait for what follows.
  { name: 'floating', importers: ['src/app/layout/floating.tsx'], minShareCount: 1 },
  { name: 'persistence', importers: ['src/app/persistence.ts'], minShareCount: 1 },
  // What opens over a page comes right after hydration, so it must not need the chunk of all later screens.
  { name: 'overlay-shared', importers: [overlays], minShareCount: 2 },
  // What a page that nobody uses fetches in the end, without what only later screens share.
  {
    name: 'idle',
    importers: [
      'src/app/account-lists.ts',
      'src/blocks/delivery-date/dated-delivery.tsx',
      'src/screens/home/below-the-fold.tsx',
      'src/screens/product/below-the-fold.tsx',
      'src/screens/cart/cart-screen.tsx',
      'src/screens/checkout/checkout-screen.tsx',
      'src/shared/api/axios-client.ts',
      'src/shared/api/read-answer.ts',
    ],
    minShareCount: 2,
  },
];

/** Modules and all their static imports, direct and transitive. */
const staticImportsOf = (modules: readonly string[], context: Rolldown.ChunkingContext): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) visit(next);
  };
  for (const module of modules) visit(path.join(rootFolder, module));
  return found;
};

/** Groups in Rolldown's form. A module used by one landing screen only stays in that screen's chunk (`minShareCount`). */
export const chunkGroups = (): Rolldown.CodeSplittingGroup[] => {
  let closures: readonly (readonly ReadonlySet<string>[])[] | undefined;
  const isIn = (id: string, closures: readonly ReadonlySet<string>[], { minImporters = 1 }: Group): boolean =>
    closures.filter((closure) => closure.has(id)).length >= minImporters;
  return groups.map(({ name, minShareCount }, index) => ({
    name: (id, context) => {
      // Stylesheets stay with the screens that import them.
      if (id.endsWith('.scss')) return null;
      closures ??= groups.map(({ importers }) => importers.map((modules) => staticImportsOf([modules].flat(), context)));
      return groups.findIndex((group, position) => isIn(id, closures?.[position] ?? [], group)) === index ? name : null;
    },
    minShareCount,
    priority: groups.length - index,
  }));
};
