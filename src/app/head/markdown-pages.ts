import type { i18n } from 'i18next';
import { screenRoutes } from '#app/routes.ts';
import { formatSterling } from '#contract/money.ts';
import type { Category, Product } from '#contract/product.ts';
import { posts } from '#features/journal/posts.ts';
import { paths } from '#shared/paths.ts';
import { oneLine, type Site } from './markup.ts';
import { offersOf } from './offers.ts';
import type { Page } from './page.ts';
import { escapeMarkdown, toMarkdown } from './to-markdown.ts';

/** Namespace of the texts of Markdown pages and `/llms.txt`, which only the server loads. */
export const markdownNamespace = 'markdown';

/** Screens of texts, beside products and posts: what a buyer asks about the shop. */
const helpScreens = [
  'about',
  'contact',
  'refund',
  'terms',
  'privacy',
  'accessibility',
  'reviewPolicy',
  'collaboration',
  'reselling',
  'franchise',
  'wholesale',
] as const;

const isHelp = (id: Page['screenId']): boolean => helpScreens.some((each) => each === id);

/** The URL of a page's Markdown: `.md` after its path. */
const markdownPath = (address: string): string => address.replace(/(?=\?|$)/, '.md');

/** The URL of the page that a Markdown URL belongs to; undefined for a URL without `.md`. */
export const pageOfMarkdown = (address: string): string | undefined => {
  const [, path, query = ''] = /^(.+)\.md(\?.*)?$/.exec(address) ?? [];
  return path && path + query;
};

/** The URL of an indexed page's Markdown; undefined for pages without Markdown. */
export const markdownOf = ({ screenId, canonical }: Page): string | undefined =>
  canonical !== undefined && (screenId === 'product' || screenId === 'blogPost' || isHelp(screenId)) ? markdownPath(canonical) : undefined;

const cell = (text: string): string => escapeMarkdown(oneLine(text));

/** What can be bought of a product, for everybody's price. */
const offersTable = (product: Product, site: Site, { t }: i18n): string => {
  const heads = [t('markdown:offers.name'), t('markdown:offers.price'), t('markdown:offers.before'), t('markdown:offers.stock')];
  const rows = offersOf(product, site).map(({ name, url, price, before, isAvailable }) => [
    `[${cell(name)}](${url})`,
    formatSterling(price),
    before > price ? formatSterling(before) : '',
    t(isAvailable ? 'markdown:offers.inStock' : 'markdown:offers.soldOut'),
  ]);
  const lines = [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `\n## ${t('markdown:offers.heading')}\n\n${lines.join('\n')}\n`;
};

/** A rendered page as Markdown: the text of its main part and, of a product, what can be bought. */
export const writePage = (html: string, { product }: Page, site: Site, language: i18n): string => {
  const [, main = ''] = /<main\b[^>]*>(.*)<\/main>/s.exec(html) ?? [];
  return toMarkdown(main, site.toAbsoluteUrl) + (product ? offersTable(product, site, language) : '');
};

const link = (name: string, url: string, text: string): string => `- [${cell(name)}](${url})${text === '' ? '' : `: ${cell(text)}`}`;

/** `/llms.txt` (llmstxt.org): the shop's Markdown pages and its feed. */
export const writeLlms = (products: readonly Product[], categories: readonly Category[], site: Site, { t }: i18n): string => {
  const markdownUrl = (address: string): string => site.toAbsoluteUrl(markdownPath(address));
  const help = helpScreens.flatMap((id) => {
    const route = screenRoutes.find(({ handle }) => handle.id === id);
    return route ? [link(t(`titles:${id}`), markdownUrl(route.example), t(`descriptions:${id}`, { shop: site.shop.name }))] : [];
  });
  const sections = [
    [t('markdown:guide.help'), help],
    [
      t('markdown:guide.categories'),
      categories
        .filter(({ count }) => count > 0)
        .map(({ name, slug, description }) => link(name, site.toAbsoluteUrl(paths.shopCategory(slug)), description)),
    ],
    [
      t('markdown:guide.products'),
      products.map(({ _id, name, shortDescription }) => link(name, markdownUrl(paths.product(_id)), shortDescription)),
    ],
    [t('markdown:guide.journal'), posts.map(({ slug, title, summary }) => link(title, markdownUrl(paths.post(slug)), summary))],
    [t('markdown:guide.more'), [link(t('markdown:guide.feed'), site.toAbsoluteUrl('/feeds/products.tsv'), t('markdown:guide.feedText'))]],
  ] as const;
  return [
    `# ${cell(site.shop.name)}\n\n> ${cell(t('descriptions:home', { shop: site.shop.name }))}\n\n${t('markdown:guide.lead')}\n`,
    ...sections.flatMap(([heading, links]) => (links.length === 0 ? [] : [`\n## ${heading}\n\n${links.join('\n')}\n`])),
  ].join('');
};
