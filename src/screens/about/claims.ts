/** The shop's claims about people and the environment: keys below `evidence` in about.json, with the scope and proof of each. */
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
