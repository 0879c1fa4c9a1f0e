import { HEAD_ATTRIBUTE } from '#app/layout/use-after-navigation.ts';
import { cutText } from '#contract/cut-text.ts';
import { escapeHtml } from '#contract/escape-html.ts';
import type { Shop } from '#shared/shop.tsx';

/** Makes a URL absolute: `/cart` becomes `https://shop.example/cart`. An absolute URL is returned as it is. */
export type ToAbsoluteUrl = (address: string) => string;

/** What the head of a page is written with. */
export type Site = { readonly shop: Shop; readonly toAbsoluteUrl: ToAbsoluteUrl };

export const absoluteUrlAt =
  (shopUrl: string): ToAbsoluteUrl =>
  (address) =>
    new URL(address, shopUrl).href;

/** A text without line breaks and control characters. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

/** A text cut between words to at most `maxLength` characters. */
export const excerpt = (text: string, maxLength: number): string => {
  const line = oneLine(text);
  if (line.length <= maxLength) return line;
  const lastSpace = line.slice(0, maxLength).lastIndexOf(' ');
  return lastSpace > 0 ? `${line.slice(0, lastSpace)}…` : cutText(line, maxLength);
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

const picture = /<picture>(?:<source [^>]*>)*<img [^>]*>/g;
const avif = /<source type="image\/avif" srcSet="([^"]*)" sizes="([^"]*)"\/>/;

/**
 * Preloads of the page's eager `<picture>`s, the largest with high priority, so that they are requested before the scripts, which take all
 * connections. Reads React's output, so its values are already escaped. Browsers without AVIF ignore them.
 */
export const preloadFirstPictures = (html: string): string =>
  (html.match(picture) ?? [])
    .filter((element) => !element.includes(' loading="lazy"'))
    .map((element) => {
      const [, sources, sizes] = avif.exec(element) ?? [];
      if (sources === undefined || sizes === undefined) return '';
      const priority = element.includes(' fetchPriority="high"') ? ' fetchpriority="high"' : '';
      return `<link rel="preload" as="image" type="image/avif" imagesrcset="${sources}" imagesizes="${sizes}"${priority}>`;
    })
    .join('');
