import type { Look } from './shop.ts';

/** Colours are "#rrggbb", in lower case. */
type Scheme = 'light' | 'dark';

/** The neutral colours of a paper, by the names of their custom properties. */
export type Neutrals = Readonly<Record<'paper' | 'raised' | 'sand' | 'quiet' | 'ink' | 'soft-ink' | 'line' | 'control-line', string>>;

/** The papers; those of linen are the build's own (`src/styles/_tokens.scss`). */
export const papers: Readonly<Record<Look['paper'], Readonly<Record<Scheme, Neutrals>>>> = {
  linen: {
    light: {
      ...{ paper: '#faf7f2', raised: '#fffdf9', sand: '#e3dccf', quiet: '#f1ebe1' },
      ...{ ink: '#26211c', 'soft-ink': '#655c52', line: '#ddd3c6', 'control-line': '#8d8073' },
    },
    dark: {
      ...{ paper: '#1d1916', raised: '#26211d', sand: '#3a332c', quiet: '#26211d' },
      ...{ ink: '#f1eae0', 'soft-ink': '#bdb1a3', line: '#443b33', 'control-line': '#8f8274' },
    },
  },
  chalk: {
    light: {
      ...{ paper: '#fcfcfb', raised: '#ffffff', sand: '#e4e4e1', quiet: '#f2f2f0' },
      ...{ ink: '#222221', 'soft-ink': '#5c5c5a', line: '#d9d9d6', 'control-line': '#80807c' },
    },
    dark: {
      ...{ paper: '#181818', raised: '#212121', sand: '#353534', quiet: '#212121' },
      ...{ ink: '#eeeeec', 'soft-ink': '#b6b6b2', line: '#404040', 'control-line': '#8a8a86' },
    },
  },
  mist: {
    light: {
      ...{ paper: '#f5f8f9', raised: '#fdfefe', sand: '#d9e1e4', quiet: '#e9eff1' },
      ...{ ink: '#1d2428', 'soft-ink': '#515e66', line: '#cfd9dd', 'control-line': '#74848d' },
    },
    dark: {
      ...{ paper: '#161a1d', raised: '#1f2427', sand: '#313a3f', quiet: '#1f2427' },
      ...{ ink: '#e6edf0', 'soft-ink': '#abb8be', line: '#3a454b', 'control-line': '#82919a' },
    },
  },
};

type Triple = readonly [number, number, number];

const triple = (from: (at: 0 | 1 | 2) => number): Triple => [from(0), from(1), from(2)];

const bytesOf = (colour: string): Triple => triple((at) => Number.parseInt(colour.slice(1 + at * 2, 3 + at * 2), 16));

/** sRGB without its transfer function, from 0 to 1 (IEC 61966-2-1). */
const linearOf = (colour: string): Triple => {
  const bytes = bytesOf(colour);
  return triple((at) => {
    const part = bytes[at] / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
};

const toHex = (linear: Triple): string =>
  `#${linear
    .map((part) => (part <= 0.003_130_8 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055))
    .map((part) =>
      Math.round(Math.min(1, Math.max(0, part)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const luminance = (colour: string): number => {
  const [red, green, blue] = linearOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The contrast ratio of two colours, from 1 to 21 (WCAG 2.2). */
export const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

/** Lightness from 0 to 1, and the two axes of colour: OKLab, whose lightness is as seen (Björn Ottosson, https://bottosson.github.io/posts/oklab/). */
const toOklab = (colour: string): Triple => {
  const [red, green, blue] = linearOf(colour);
  const long = Math.cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue);
  const medium = Math.cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue);
  const short = Math.cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue);
  return [
    0.210_454_255_3 * long + 0.793_617_785 * medium - 0.004_072_046_8 * short,
    1.977_998_495_1 * long - 2.428_592_205 * medium + 0.450_593_709_9 * short,
    0.025_904_037_1 * long + 0.782_771_766_2 * medium - 0.808_675_766 * short,
  ];
};

const fromOklab = ([lightness, a, b]: Triple): Triple => {
  const long = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3;
  const medium = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3;
  const short = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3;
  return [
    4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short,
    -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short,
    -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701 * short,
  ];
};

const isInGamut = (linear: Triple): boolean => linear.every((part) => part >= -0.000_1 && part <= 1.000_1);

/** A colour of the same hue with this lightness, as colourful as before where a screen can show that. */
const withLightness = (colour: string, lightness: number): string => {
  const [, a, b] = toOklab(colour);
  const at = (share: number): Triple => fromOklab([lightness, a * share, b * share]);
  if (isInGamut(at(1))) return toHex(at(1));
  let [shown, tooMuch] = [0, 1];
  for (let halving = 0; halving < 12; halving += 1) {
    const middle = (shown + tooMuch) / 2;
    if (isInGamut(at(middle))) shown = middle;
    else tooMuch = middle;
  }
  return toHex(at(shown));
};

/** The least contrast of text (WCAG 2.2, 1.4.3); controls need 3 (1.4.11). */
const textContrast = 4.5;

const lightnessStep = 0.005;

/** The colour itself, or the nearest in this direction that can be read on each ground and as the ground of `text`. */
const readable = (colour: string, direction: 1 | -1, against: readonly string[]): string => {
  let [shade, lightness] = [colour, toOklab(colour)[0]];
  while (lightness >= 0 && lightness <= 1 && against.some((other) => contrast(shade, other) < textContrast)) {
    lightness += direction * lightnessStep;
    shade = withLightness(colour, Math.min(1, Math.max(0, lightness)));
  }
  return shade;
};

/** A colour for links, lines, buttons and the focus ring, the one under a pointer, and that of text on both. */
export type Shades = Readonly<Record<'moss' | 'moss-dark' | 'on-moss', string>>;

const white = '#ffffff';
/** The lightness of colours on dark papers; brighter ones stay. */
const leastOnDark = 0.79;

const textGrounds = ({ paper, raised, quiet }: Neutrals): string[] => [paper, raised, quiet];

/** The shades of an accent colour on a paper. A colour that cannot be read there is moved in lightness; its hue stays. */
export const shadesOf = ({ accent, paper }: Pick<Look, 'accent' | 'paper'>): Readonly<Record<Scheme, Shades>> => {
  const { light, dark } = papers[paper];
  const moss = readable(accent, -1, [...textGrounds(light), white]);
  const [lightness] = toOklab(moss);
  const [wished] = toOklab(accent);
  const onDark = readable(wished < leastOnDark ? withLightness(accent, leastOnDark) : accent, 1, [...textGrounds(dark), dark.sand]);
  const [lightnessOnDark] = toOklab(onDark);
  return {
    light: {
      moss,
      // Near black, what is darker looks the same.
      'moss-dark': withLightness(moss, lightness < 0.2 ? lightness + 0.15 : lightness - 0.08),
      'on-moss': white,
    },
    dark: {
      moss: onDark,
      'moss-dark': withLightness(onDark, lightnessOnDark > 0.92 ? lightnessOnDark - 0.07 : lightnessOnDark + 0.07),
      'on-moss': dark.paper,
    },
  };
};

/** What the stylesheet of the build calls the typefaces, with what is read until they have loaded. */
const figtree = "'Figtree Variable',var(--text-fallback)";
const typefaces: Readonly<Record<Look['type'], { readonly heading: string; readonly text: string }>> = {
  fraunces: { heading: "'Fraunces Variable',var(--heading-fallback)", text: figtree },
  figtree: { heading: figtree, text: figtree },
  device: { heading: "'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif", text: 'system-ui,sans-serif' },
};

const radii: Readonly<Record<Look['corners'], Readonly<Record<string, string>>>> = {
  round: { 'bs-border-radius-sm': '4px', 'bs-border-radius': '5px', 'bs-border-radius-lg': '6px', pill: '22px' },
  square: { 'bs-border-radius-sm': '0', 'bs-border-radius': '0', 'bs-border-radius-lg': '0', pill: '0' },
};

const withLinks = (shades: Shades, neutrals: Neutrals): Readonly<Record<string, string>> => ({
  ...neutrals,
  ...shades,
  'bs-link-color-rgb': bytesOf(shades.moss).join(),
  'bs-link-hover-color-rgb': bytesOf(shades['moss-dark']).join(),
});

/** Custom properties of a look in one colour scheme, without their dashes. */
export const lookProperties = (look: Look, scheme: Scheme): Readonly<Record<string, string>> => ({
  ...withLinks(shadesOf(look)[scheme], papers[look.paper][scheme]),
  tag: shadesOf(look).light.moss,
  'heading-font': typefaces[look.type].heading,
  'text-font': typefaces[look.type].text,
  ...radii[look.corners],
});

const declare = (properties: Readonly<Record<string, string>>): string =>
  Object.entries(properties)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

/** The stylesheet of a look, to be read after the build's, whose custom properties it replaces (`src/styles/_root.scss`). Paper is printed white. */
export const lookStyles = (look: Look): string => {
  const shades = shadesOf(look);
  const { heading, text } = typefaces[look.type];
  const always = { ...shades.light, tag: shades.light.moss, 'heading-font': heading, 'text-font': text, ...radii[look.corners] };
  const light = declare(withLinks(shades.light, papers[look.paper].light));
  const dark = declare(withLinks(shades.dark, papers[look.paper].dark));
  return (
    `:root{${declare(always)}}@media screen{:root{${light}}` +
    `@media (prefers-color-scheme:dark){:root:where(:not([data-theme=light])){${dark}}}:root:where([data-theme=dark]){${dark}}}`
  );
};
