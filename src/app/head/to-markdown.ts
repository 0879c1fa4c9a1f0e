import Turndown from 'turndown';
import type { ToAbsoluteUrl } from './markup.ts';

/** Elements for interaction or looks, which have no meaning in a text. */
const skippedElements = new Set([
  'button',
  'dialog',
  'form',
  'img',
  'nav',
  'picture',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'video',
]);

/** Texts of products and posts must not become markup. */
export const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_[\]<>|]/g, (character) => `\\${character}`);

const onOneLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

/** The text of HTML that React has written, as Markdown; its URLs are made absolute. */
export const toMarkdown = (html: string, toAbsoluteUrl: ToAbsoluteUrl): string => {
  const converter = new Turndown({ headingStyle: 'atx', bulletListMarker: '-' })
    // Inline elements that CSS may set apart: their texts must not run together.
    .addRule('apart', { filter: ['small', 'span', 'time'], replacement: (content) => ` ${content} ` })
    .addRule('code', { filter: 'code', replacement: (content) => ` \`${content}\` ` })
    .addRule('item', {
      filter: 'li',
      replacement: (content, { parentNode }) =>
        content.trim() === '' ? '' : `\n${parentNode?.nodeName === 'OL' ? '1.' : '-'} ${content.trim().replaceAll('\n', '\n   ')}`,
    })
    .addRule('term', { filter: 'dt', replacement: (content) => `\n- ${onOneLine(content)}` })
    .addRule('description', { filter: 'dd', replacement: (content) => `: ${onOneLine(content)}` })
    .addRule('cell', { filter: ['td', 'th'], replacement: (content) => ` ${onOneLine(content)} |` })
    .addRule('rows', { filter: ['thead', 'tbody'], replacement: (content) => content })
    .addRule('row', {
      filter: 'tr',
      replacement: (content, { children, parentNode }) => {
        const isFirst = parentNode?.nodeName === 'THEAD' || (parentNode?.nodeName === 'TABLE' && parentNode.firstChild?.nodeName === 'TR');
        return `\n|${content}${isFirst ? `\n|${' --- |'.repeat(children.length)}` : ''}`;
      },
    })
    .addRule('link', {
      filter: 'a',
      replacement: (content, node) => {
        const [text, address] = [onOneLine(content), node.getAttribute('href') ?? ''];
        return text === '' || address === '' || address.startsWith('#') ? text : ` [${text}](${toAbsoluteUrl(address)}) `;
      },
    })
    .addRule('skipped', {
      filter: (node) => skippedElements.has(node.nodeName.toLowerCase()) || node.getAttribute('aria-hidden') === 'true',
      replacement: () => '',
    });
  converter.escape = escapeMarkdown;
  const text = converter
    .turndown(html)
    .replaceAll(/(?<=\S) {2,}/g, ' ')
    .replaceAll(/ +(?=[.,:;!?](?:\s|$))/g, '')
    .replaceAll(/^ (?=\S)| +$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n');
  return `${text.trim()}\n`;
};
