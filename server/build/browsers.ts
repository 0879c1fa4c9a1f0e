/**
 * The oldest browsers that the shop works in: Vite's "widely available" baseline. The build lowers syntax to them, and `.scripts/browser-names.ts`
 * keeps newer names of the platform out of the storefront, because nothing replaces those.
 */
export const oldestBrowsers = { chrome: '111', edge: '111', firefox: '114', safari: '16.4' } as const;

/** As Vite's `build.target`. */
export const buildTarget = Object.entries(oldestBrowsers).map(([name, version]) => name + version);
