import { paths } from '#shared/paths.ts';

/** The pages of the header and the off-canvas menu; `key` is that of the label below `header.menu` in common.json. */
export const mainMenu = [
  { key: 'home', path: paths.home },
  { key: 'shop', path: paths.shop },
  { key: 'about', path: paths.about },
  { key: 'contact', path: paths.contact },
  { key: 'collaboration', path: paths.collaboration },
] as const;
