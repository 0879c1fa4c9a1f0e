/** The styles' breakpoints, in em like theirs: with larger text, the layout is that of a narrower window. */
export const breakpoints = { md: '48em', lg: '62em' } as const;

/** Whether the window is at least this wide; true where nothing can tell. */
export const isAtLeast = (breakpoint: keyof typeof breakpoints): boolean =>
  typeof window.matchMedia !== 'function' || window.matchMedia(`(min-width: ${breakpoints[breakpoint]})`).matches;
