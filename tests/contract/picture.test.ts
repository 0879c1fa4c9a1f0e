import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  normalizePath,
  pictureFile,
  pictureFolder,
  pictureFormats,
  picturePath,
  pictureStem,
  pictureWidths,
  widthsOf,
} from '#contract/picture.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789-';
const stem = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 8, maxLength: 8 }),
    fc.constantFrom(...pictureWidths),
  )
  .map(([name, hash, widest]) => `${name}.${hash}.${widest}`);

describe('pictures', () => {
  test('a picture’s URL is its widest WebP, which every supported browser can show', () => {
    expect(picturePath('mug-oat-front.1f2e3d4c.1200')).toBe('/pictures/mug-oat-front.1f2e3d4c.1200-1200.webp');
    expect(picturePath('mug-oat-alt.1f2e3d4c.800')).toBe('/pictures/mug-oat-alt.1f2e3d4c.800-800.webp');
  });

  test('a picture’s file name has its width and format', () => {
    expect(pictureFile('mug-oat-front.1f2e3d4c.1200', 400, 'avif')).toBe('mug-oat-front.1f2e3d4c.1200-400.avif');
  });

  test('a picture has no width beyond that of its source', () => {
    expect(widthsOf('mug-oat-front.1f2e3d4c.1200')).toEqual([400, 800, 1200]);
    expect(widthsOf('mug-oat-alt.1f2e3d4c.800')).toEqual([400, 800]);
    expect(widthsOf('mug-oat-alt.1f2e3d4c.400')).toEqual([400]);
  });

  test('property: the stem of a picture is read back from its URL', () => {
    fc.assert(
      fc.property(stem, (some) => {
        expect(pictureStem(picturePath(some))).toBe(some);
      }),
    );
  });

  test('the widths are ascending and the best format comes first', () => {
    expect([...pictureWidths].sort((one, other) => one - other)).toEqual([...pictureWidths]);
    expect(pictureFormats).toEqual(['avif', 'webp']);
  });

  test('every width and format of one picture is a file of its own', () => {
    const files = pictureWidths.flatMap((width) => pictureFormats.map((format) => pictureFile('mug.00000000.1200', width, format)));
    expect(new Set(files).size).toBe(pictureWidths.length * pictureFormats.length);
  });
});

describe('pictures of another shop’s API', () => {
  test.each([
    '',
    'uploads/mug.jpg',
    '/uploads/mug.jpg',
    '/pictures/mug.jpg',
    '/pictures/mug-oat-front-800.webp',
    '/pictures/mug-oat-front.1f2e3d4c.800-480.webp',
    '/pictures/mug-oat-front.1f2e3d4c-800.webp',
    '/pictures/mug-oat-front.1f2e3d4c.800-800.avif',
    '/pictures/mug-oat-front.1f2e3d4c.1200-800.webp',
    '/pictures/mug-oat-front.1f2e3d4c.800-1200.webp',
    '/pictures/mug-oat-front.1f2e3d4c.640-640.webp',
    '/pictures/mug-oat-front.1F2E3D4C.800-800.webp',
    '/pictures/mug-oat-front.1f2e3d4.800-800.webp',
    '/pictures/../secret.1f2e3d4c.800-800.webp',
    '/pictures/.1f2e3d4c.800-800.webp',
    '/pictures/mug.1f2e3d4c.800-800.webp?x=1',
    '/pictures/mug.1f2e3d4c.800-800.webp\n',
    ' /pictures/mug.1f2e3d4c.800-800.webp',
    'https://example.com/pictures/mug.1f2e3d4c.800-800.webp',
    '//example.com/pictures/mug.1f2e3d4c.800-800.webp',
    'data:image/webp;base64,AAAA',
  ])('the picture URL “%s” has no stem, so there are no other widths and formats of it', (address) => {
    expect(pictureStem(address)).toBeUndefined();
  });

  test('property: only a URL that picturePath returns has a stem', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `${pictureFolder}${text}-800.webp`),
          fc.stringMatching(/^[a-z0-9-]{1,9}\.[0-9a-f]{8}(\.(400|800|1200))?$/).map((stem) => `${pictureFolder}${stem}-800.webp`),
        ),
        (address) => {
          const found = pictureStem(address);
          if (found !== undefined) expect(picturePath(found)).toBe(address);
        },
      ),
    );
  });
});

describe('normalizePath', () => {
  test.each([
    ['uploads\\mug.jpg', 'uploads/mug.jpg'],
    ['\\uploads\\2025\\mug.jpg', '/uploads/2025/mug.jpg'],
    ['uploads\\mugs/oat.jpg', 'uploads/mugs/oat.jpg'],
    ['/pictures/mug.webp', '/pictures/mug.webp'],
    ['', ''],
  ])('the picture path %s is normalized to %s', { tags: 'product.main-image' }, (sent, normalized) => {
    expect(normalizePath(sent)).toBe(normalized);
  });

  test('property: every backslash becomes a slash, and nothing else changes', () => {
    fc.assert(
      fc.property(fc.string(), (sent) => {
        const asked = normalizePath(sent);
        expect(asked).not.toContain('\\');
        expect(asked).toHaveLength(sent.length);
        expect(asked.split('/')).toEqual(sent.split(/[\\/]/));
        expect(normalizePath(asked)).toBe(asked);
      }),
    );
  });
});
