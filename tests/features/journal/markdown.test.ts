import { describe, expect, test } from 'vitest';
import { readPost } from '#features/journal/markdown.ts';
import { plainText } from '#features/journal/post.ts';

const matter = {
  title: 'A mug: its care',
  date: '2026-01-31',
  category: 'care',
  tags: 'clay, kitchen',
  summary: 'How to keep it.',
  picture: 'mug-oat-alt.8f877361.1200',
  alt: 'A mug from above',
  link: '/shop-grid-standard?q=mug',
  linkText: 'See the mugs',
};

const aFile = (body: string, change: Readonly<Record<string, string>> = {}) =>
  ['---', ...Object.entries({ ...matter, ...change }).map(([name, value]) => `${name}: ${value}`), '---', body].join('\n');

const textOf = (body: string) => readPost('a-mug', aFile(body)).text;

describe('a post is parsed at build time', () => {
  test('a post is parsed at build time with the fields that lists and cards show', () => {
    expect(readPost('a-mug', aFile('Wash it.')).head).toEqual({
      slug: 'a-mug',
      title: 'A mug: its care',
      date: '2026-01-31',
      category: 'care',
      tags: ['clay', 'kitchen'],
      summary: 'How to keep it.',
      picture: { src: '/pictures/mug-oat-alt.8f877361.1200-1200.webp', alt: 'A mug from above' },
      link: { to: '/shop-grid-standard?q=mug', text: 'See the mugs' },
      minutes: 1,
    });
  });

  test('a post is parsed at build time with its headings, lists, emphasis and links', () => {
    expect(textOf('## Wash\n\nBy *hand*, **dry** it, [read on](/about).\n\n- one\n- two\n\n1. first\n')).toEqual([
      { tag: 'h2', children: ['Wash'] },
      {
        tag: 'p',
        children: [
          'By ',
          { tag: 'em', children: ['hand'] },
          ', ',
          { tag: 'strong', children: ['dry'] },
          ' it, ',
          { tag: 'a', href: '/about', children: ['read on'] },
          '.',
        ],
      },
      {
        tag: 'ul',
        children: [
          { tag: 'li', children: ['one'] },
          { tag: 'li', children: ['two'] },
        ],
      },
      { tag: 'ol', children: [{ tag: 'li', children: ['first'] }] },
    ]);
  });

  test('a post is parsed at build time the same with LF and CRLF line endings', () => {
    const file = aFile('One.\n\nTwo.');
    expect(readPost('a-mug', file.replaceAll('\n', '\r\n'))).toEqual(readPost('a-mug', file));
  });

  test('a post is parsed at build time with its reading time in minutes', () => {
    expect(readPost('a-mug', aFile('word '.repeat(660))).head.minutes).toBe(3);
  });

  test.each([
    '<script>alert(1)</script>',
    'A <b>bold</b> word',
    '![picture](/x.png)',
    '# Title',
    '`code`',
    '> quoted',
    '| a |\n|---|\n| b |',
  ])('parsing a post fails on Markdown that the journal does not support: %s', (body) => {
    expect(() => textOf(body)).toThrow('The post a-mug.md cannot be read');
  });

  test.each([
    [{ category: 'gossip' }, 'category'],
    [{ date: '31 January 2026' }, 'date'],
    [{ author: 'nobody' }, 'author'],
    [{ summary: '' }, 'summary'],
  ])('parsing a post fails on invalid front matter, and names what is wrong: %j', (change, name) => {
    const read = () => readPost('a-mug', aFile('Wash it.', change));
    expect(read).toThrow('The post a-mug.md cannot be read');
    expect(read).toThrow(expect.objectContaining({ cause: expect.objectContaining({ message: expect.stringContaining(`"${name}"`) }) }));
  });

  test('parsing a post fails without front matter', () => {
    expect(() => readPost('a-mug', 'Wash it.')).toThrow('The post a-mug.md cannot be read');
  });
});

test('plainText returns the text without its elements', () => {
  expect(plainText(['a', { tag: 'p', children: ['b', { tag: 'em', children: ['c'] }] }])).toBe('a b c');
});
