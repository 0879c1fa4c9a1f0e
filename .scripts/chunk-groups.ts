import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

const htmlEntry = 'index.html';
const appEntry = 'src/app/start.tsx';

/** Entries of every page: the script in index.html, and the app that it imports after the first paint. */
export const entries = [htmlEntry, appEntry] as const;

/** Screens that visitors commonly land on, by the name used in size reports. */
export const landingScreens = {
  home: 'src/screens/home/home-screen.tsx',
  list: 'src/screens/shop/shop-screen.tsx',
  product: 'src/screens/product/product-screen.tsx',
} as const;

/**
 * One chunk per group, made of the static imports of its importers, in loading order. By default Rolldown makes one chunk for each
 * combination of importers, most of them smaller than the response headers they come with.
 */
const groups = [
  // Separate, so that the script in index.html statically imports nothing that should load after the first paint.
  { name: 'document', importers: [htmlEntry], minShareCount: 1 },
  // The store has this slice from the start; without a group it would be in the chunk of later screens, which also read it.
  { name: 'restored', importers: ['src/shared/restored-slice.ts'], minShareCount: 1 },
  { name: 'landing', importers: [appEntry, ...Object.values(landingScreens)], minShareCount: 2 },
  { name: 'persistence', importers: ['src/app/persistence.ts', 'src/features/account/session-changed.ts'], minShareCount: 1 },
  {
    name: 'api',
    importers: [
      'src/features/account/account-api.ts',
      'src/features/catalogue/catalogue-api.ts',
      'src/features/catalogue/fetch-catalogue.ts',
    ],
    minShareCount: 1,
  },
] as const;

/** A module and all its static imports, direct and transitive. */
const staticImportsOf = (module: string, context: Rolldown.ChunkingContext): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) visit(next);
  };
  visit(path.join(root, module));
  return found;
};

/** Groups in Rolldown's form. A module used by one landing screen only stays in that screen's chunk (`minShareCount`). */
export const chunkGroups = (): Rolldown.CodeSplittingGroup[] => {
  let closures: readonly (readonly ReadonlySet<string>[])[] | undefined;
  const isIn = (id: string) => (group: readonly ReadonlySet<string>[]) => group.some((closure) => closure.has(id));
  return groups.map(({ name, minShareCount }, index) => ({
    name: (id, context) => {
      // Stylesheets stay with the screens that import them.
      if (id.endsWith('.scss')) return null;
      closures ??= groups.map(({ importers }) => importers.map((module) => staticImportsOf(module, context)));
      return closures.findIndex(isIn(id)) === index ? name : null;
    },
    minShareCount,
    priority: groups.length - index,
  }));
};
