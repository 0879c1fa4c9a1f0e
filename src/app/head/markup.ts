import { escapeHtml } from '#contract/escape-html.ts';
import { HEAD_ATTRIBUTE } from './head-attribute.ts';

/** A text without line breaks and control characters. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

/** A text cut between words to at most `maxLength` characters. */
export const excerpt = (text: string, maxLength: number): string => {
  const line = oneLine(text);
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength - 1);
  return `${cut.slice(0, cut.lastIndexOf(' ') + 1 || maxLength - 1).trimEnd()}…`;
};

/** A void element with escaped attributes, marked to be removed on navigation. */
export const tag = (name: 'meta' | 'link', attributes: Readonly<Record<string, string>>): string =>
  `<${name} ${HEAD_ATTRIBUTE} ${Object.entries(attributes)
    .map(([attribute, value]) => `${attribute}="${escapeHtml(oneLine(value))}"`)
    .join(' ')}>`;

const unsafeInScript = /[<>&\u2028\u2029]/g;

/** JSON-LD of a page. Escaped, so that no text in it can end the element. */
export const linkedData = (graph: readonly object[]): string =>
  `<script type="application/ld+json" ${HEAD_ATTRIBUTE}>${JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll(
    unsafeInScript,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )}</script>`;
