import { HEAD_ATTRIBUTE } from './head-attribute.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A text on one line: what stands in a head is read by machines that show it as such. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

/** As much of a text as search engines and link previews show, cut between words. */
export const excerpt = (text: string, longest: number): string => {
  const line = oneLine(text);
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest - 1);
  return `${cut.slice(0, cut.lastIndexOf(' ') + 1 || longest - 1).trimEnd()}…`;
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter);

/** An element without content that speaks of this address; a value of any text stays one value. */
export const tag = (name: 'meta' | 'link', attributes: Readonly<Record<string, string>>): string =>
  `<${name} ${HEAD_ATTRIBUTE} ${Object.entries(attributes)
    .map(([attribute, value]) => `${attribute}="${escaped(oneLine(value))}"`)
    .join(' ')}>`;

const unsafeInScript = /[<>&\u2028\u2029]/g;

/** Data about this address for machines: no text in it can end the element, and no browser runs it. */
export const linkedData = (graph: readonly object[]): string =>
  `<script type="application/ld+json" ${HEAD_ATTRIBUTE}>${JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll(
    unsafeInScript,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )}</script>`;
