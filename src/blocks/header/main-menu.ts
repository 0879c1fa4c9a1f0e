import { paths } from '#shared/paths.ts';

/** The main menu: home, shop, about us, contact us, collaboration; in the header and in the off-canvas menu. */
export const mainMenu = [
  { words: 'home', path: paths.home },
  { words: 'shop', path: paths.shop },
  { words: 'about', path: paths.about },
  { words: 'contact', path: paths.contact },
  { words: 'collaboration', path: paths.collaboration },
] as const;
