const token = /<!--.*?-->|<(\/?)([a-z][a-z0-9]*)\b([^>]*)>|[^<]+/gis;
const voidElements = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);
/** What is for hands and eyes only, and says nothing in a text. */
const skipped = new Set(['button', 'dialog', 'form', 'nav', 'picture', 'script', 'select', 'style', 'svg', 'template', 'video']);
const characters: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };
/** Inline elements that CSS may set apart: their texts must not run together. */
const spaced = new Set(['br', 'dd', 'small', 'span', 'time']);
const marks: Readonly<Record<string, string>> = { strong: '**', b: '**', em: '*', i: '*' };

const decode = (text: string): string => text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => characters[entity] ?? entity);

/** Texts of products and posts must not become markup. */
export const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_[\]<>|]/g, (character) => `\\${character}`);

const tidy = (text: string): string =>
  text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ +([.,:;!?](?:\s|$))/g, '$1')
    .replaceAll(/ *\n */g, '\n')
    // Items of buttons and pictures alone.
    .replaceAll(/^(?:-|1\.) *$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/** What stands before the content of a block. */
const startOf = (name: string, isNumbered: boolean): string | undefined => {
  const [, level] = /^h([1-6])$/.exec(name) ?? [];
  if (level !== undefined) return `\n\n${'#'.repeat(Number(level))} `;
  if (name === 'li') return isNumbered ? '\n1. ' : '\n- ';
  if (name === 'tr') return '\n|';
  if (name === 'dt') return '\n- ';
  return /^(?:address|article|aside|blockquote|caption|details|div|dl|figure|footer|header|ol|p|section|summary|table|ul)$/.test(name)
    ? '\n\n'
    : undefined;
};

/** The text of HTML that React has written, as Markdown; its addresses are made absolute. */
export const toMarkdown = (html: string, toAbsoluteUrl: (address: string) => string): string => {
  /** The texts of the open links, the innermost last; the first is the document. */
  const texts = [''];
  const hrefs: string[] = [];
  const lists: string[] = [];
  /** Names of open elements, from the outermost one that is skipped. */
  const skipping: string[] = [];
  let items = 0;
  let cells = 0;
  let rows = 0;
  const write = (text: string): void => {
    texts[texts.length - 1] += text;
  };

  const open = (name: string, attributes: string): void => {
    if (name === 'ol' || name === 'ul') lists.push(name);
    if (name === 'table') rows = 0;
    if (name === 'tr') cells = 0;
    if (name === 'li') items += 1;
    if (name === 'a') {
      hrefs.push(decode(/\bhref="([^"]*)"/.exec(attributes)?.[1] ?? ''));
      texts.push('');
    } else if (name === 'th' || name === 'td') {
      cells += 1;
      write(' ');
    } else {
      const inBlock = texts.length > 1 || (name === 'p' && items > 0);
      const start = startOf(name, lists.at(-1) === 'ol');
      if (start !== undefined) write(inBlock ? ' ' : start);
      else write(marks[name] ?? (spaced.has(name) ? ' ' : ''));
    }
  };

  const close = (name: string): void => {
    if (name === 'ol' || name === 'ul') {
      lists.pop();
      write('\n');
    } else if (name === 'li') items -= 1;
    else if (name === 'a') {
      const text = tidy(texts.pop() ?? '').replaceAll('\n', ' ');
      const href = hrefs.pop() ?? '';
      if (text !== '') write(href === '' || href.startsWith('#') ? text : ` [${text}](${toAbsoluteUrl(href)}) `);
    } else if (name === 'th' || name === 'td') write(' |');
    else if (name === 'tr') {
      rows += 1;
      if (rows === 1) write(`\n|${' --- |'.repeat(cells)}`);
    } else if (name === 'dt') write(': ');
    else if (startOf(name, false) !== undefined && texts.length === 1 && items === 0) write('\n\n');
    else write(marks[name] ?? (spaced.has(name) ? ' ' : ''));
  };

  for (const [whole, closing, elementName, attributes = ''] of html.matchAll(token)) {
    const name = elementName?.toLowerCase();
    if (name === undefined) {
      if (skipping.length === 0 && !whole.startsWith('<!--')) write(escapeMarkdown(decode(whole)).replaceAll(/\s+/g, ' '));
    } else if (skipping.length > 0) {
      if (voidElements.has(name)) continue;
      if (closing === '/') skipping.pop();
      else skipping.push(name);
    } else if (closing === '/') close(name);
    else if (skipped.has(name) || attributes.includes('aria-hidden="true"')) {
      if (!voidElements.has(name)) skipping.push(name);
    } else open(name, attributes);
  }
  return `${tidy(texts.join(''))}\n`;
};
