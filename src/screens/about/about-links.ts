import { paths, screenPaths } from '#shared/paths.ts';

/** The targets of the links in about.json, by their tags: `<contact>…</contact>`. */
export const aboutLinks: Readonly<Record<string, string>> = {
  ...screenPaths,
  stoneware: paths.post('looking-after-stoneware'),
  wood: paths.post('caring-for-wood'),
};
