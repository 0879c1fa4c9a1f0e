import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

const document = 'index.html';
const shop = 'src/app/start.tsx';

/** What every landing runs: the document's own script, and the shop that it starts once the first view stands. */
export const entries = [document, shop] as const;

/** Where people land first; what a landing needs must be there before anything shows. */
export const landings = {
  home: 'src/screens/home/home-screen.tsx',
  list: 'src/screens/shop/shop-screen.tsx',
  product: 'src/screens/product/product-screen.tsx',
} as const;

/**
 * Files of modules that are fetched together, in the order in which a page comes to them: what the importers bring along statically. Left
 * to itself, the bundler makes a file for each combination of importers, most of them smaller than the headers of the answer they come in.
 */
const groups = [
  // By itself, so that the document's script brings nothing along that is to come after the first view.
  { name: 'document', importers: [document], minShareCount: 1 },
  { name: 'landing', importers: [shop, ...Object.values(landings)], minShareCount: 2 },
  { name: 'memory', importers: ['src/app/persistence.ts', 'src/features/account/session-changed.ts'], minShareCount: 1 },
  {
    name: 'calls',
    importers: [
      'src/features/account/account-api.ts',
      'src/features/catalogue/catalogue-api.ts',
      'src/features/catalogue/fetch-catalogue.ts',
    ],
    minShareCount: 1,
  },
] as const;

/** Everything that a module imports statically, at first or second hand, and itself. */
const closureOf = (module: string, context: Rolldown.ChunkingContext): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) visit(next);
  };
  visit(path.join(root, module));
  return found;
};

/** The groups for the bundler. What only one importer of a landing needs stays in that importer's own file. */
export const chunkGroups = (): Rolldown.CodeSplittingGroup[] => {
  let closures: readonly (readonly ReadonlySet<string>[])[] | undefined;
  const isIn = (id: string) => (group: readonly ReadonlySet<string>[]) => group.some((closure) => closure.has(id));
  return groups.map(({ name, minShareCount }, index) => ({
    name: (id, context) => {
      closures ??= groups.map(({ importers }) => importers.map((module) => closureOf(module, context)));
      return closures.findIndex(isIn(id)) === index ? name : null;
    },
    minShareCount,
    priority: groups.length - index,
  }));
};
