/** What the shop claims about people or the environment, by the rows of `about.json` that say how far each goes and what proves it. */
export const claims = [
  'hand',
  'small',
  'packing',
  'recycling',
  'offcuts',
  'reuse',
  'wrapping',
  'undyed',
  'regional',
  'food',
  'vegan',
] as const;
