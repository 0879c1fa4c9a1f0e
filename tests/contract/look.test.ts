import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, lookStyles, papers, shadesOf } from '#contract/look.ts';
import { type Look, look } from '#contract/shop.ts';

const someColour = fc.integer({ min: 0, max: 0xff_ff_ff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);
const everyPaper = ['linen', 'chalk', 'mist'] as const;
const everyScheme = ['light', 'dark'] as const;

/** The least contrast of the pairs of colours, [text, ground], and the pair. */
const worstOf = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([text, ground]) => ({ text, ground, ratio: contrast(text, ground) })).toSorted((one, other) => one.ratio - other.ratio)[0];

describe('contrast', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#767676', '#ffffff', 4.54],
    ['#ff0000', '#ffffff', 4],
    ['#0000ff', '#ffffff', 8.59],
    ['#abcdef', '#abcdef', 1],
  ])('%s and %s have %f to 1, in either order', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });
});

describe('the shades of an accent colour', () => {
  test('any colour can be read on any paper, by day and at night, as text, as a button, under a pointer and as a focus ring', () => {
    fc.assert(
      fc.property(someColour, fc.constantFrom(...everyPaper), fc.constantFrom(...everyScheme), (accent, paper, scheme) => {
        const { moss, 'moss-dark': hover, 'on-moss': label } = shadesOf({ accent, paper })[scheme];
        const { paper: page, raised, quiet, sand } = papers[paper][scheme];
        const texts = [page, raised, quiet].flatMap((ground) => [[moss, ground] as const, [hover, ground] as const]);
        expect(worstOf([...texts, [label, moss], [label, hover]])?.ratio).toBeGreaterThanOrEqual(4.5);
        // The bar of a progress, and the ring around a button, on sand.
        expect(contrast(moss, sand)).toBeGreaterThanOrEqual(3);
        // The mark of a picture is that of the light scheme, with white letters.
        expect(contrast('#ffffff', shadesOf({ accent, paper }).light.moss)).toBeGreaterThanOrEqual(4.5);
        expect(hover).not.toBe(moss);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    // Readable: as wished by day.
    ['#3e5641', '#3e5641', '#29402c', '#a8c3ab', '#bedac1'],
    ['#0044ff', '#0044ff', '#0034cc', '#98baff', '#bad1ff'],
    ['#000000', '#000000', '#0b0b0b', '#bababa', '#d0d0d0'],
    // Too bright: darker by day, as wished at night.
    ['#ffd400', '#7f6900', '#655300', '#ffd400', '#ffefb6'],
    ['#ffffff', '#6a6a6a', '#545454', '#ffffff', '#e8e8e8'],
  ])('on linen, %s is %s by day, %s under a pointer; at night %s and %s', (accent, ...shades) => {
    const { light, dark } = shadesOf({ accent, paper: 'linen' });
    expect([light.moss, light['moss-dark'], dark.moss, dark['moss-dark']]).toEqual(shades);
  });

  test('a colour that is moved keeps its hue, and is moved as little as it must', () => {
    fc.assert(
      fc.property(someColour, fc.constantFrom(...everyPaper), (accent, paper) => {
        const { moss } = shadesOf({ accent, paper }).light;
        const { paper: page, raised, quiet } = papers[paper].light;
        const least = Math.min(...[page, raised, quiet, '#ffffff'].map((ground) => contrast(moss, ground)));
        if (moss !== accent) expect(least).toBeLessThan(4.75);
      }),
    );
  });
});

describe('the papers', () => {
  /** Of the build, in both schemes: they do not follow the look. */
  const fixed = {
    light: ['#a04f2a', '#a3312a', '#7a5200', '#2f6b45', '#2f5d7c'],
    dark: ['#e3a07c', '#f09a92', '#e3b961', '#93cfa7', '#94c3e2'],
  };

  test.each(everyPaper.flatMap((paper) => everyScheme.map((scheme) => [paper, scheme] as const)))(
    'on %s, %s, all text has 4.5 to 1, and the lines of controls have 3',
    (paper, scheme) => {
      const { 'soft-ink': softInk, 'control-line': controlLine, ink, ...grounds } = papers[paper][scheme];
      const { paper: page, raised, quiet, sand } = grounds;
      const pairs = [page, raised, quiet].flatMap((ground) => [ink, softInk, ...fixed[scheme]].map((text) => [text, ground] as const));
      expect(worstOf([...pairs, [ink, sand], [softInk, sand]])?.ratio).toBeGreaterThanOrEqual(4.5);
      expect(worstOf([page, raised, quiet].map((ground) => [controlLine, ground] as const))?.ratio).toBeGreaterThanOrEqual(3);
    },
  );
});

describe('the stylesheet of a look', () => {
  test('it sets nothing but custom properties, whatever is chosen', () => {
    const someLook = fc.record<Look>({
      accent: someColour,
      paper: fc.constantFrom(...everyPaper),
      type: fc.constantFrom('fraunces', 'figtree', 'device'),
      corners: fc.constantFrom('round', 'square'),
    });
    fc.assert(
      fc.property(someLook, (chosen) => {
        expect(look.parse(chosen)).toEqual(chosen);
        const styles = lookStyles(chosen);
        expect(styles).not.toMatch(/[<>\\]|url|@import/);
        for (const [, block = ''] of styles.matchAll(/\{([^{}]+)\}/g)) expect(block).toMatch(/^--[\w-]+:[^;:]+(?:;--[\w-]+:[^;:]+)*$/);
      }),
      { numRuns: 100 },
    );
  });
});
