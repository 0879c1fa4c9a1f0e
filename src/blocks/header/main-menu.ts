/** The pages of the header and the off-canvas menu: names of `paths`, and of the labels below `header.menu` in common.json. */
export const mainMenu = ['home', 'shop', 'about', 'contact', 'collaboration'] as const;
