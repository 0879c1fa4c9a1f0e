import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { type FirstViewRequest, firstKnown, laterScripts, type RenderFirstView } from '#contract/first-view.ts';
import type { FirstViewBundle } from '#server/http/first-view-bundle.ts';
import { type Site, shopUrlOf } from '#server/http/origins.ts';
import { type Prepared, prepareText } from '#server/http/prepared-answer.ts';
import type { PreparedCatalogue } from '#server/http/prepared-catalogue.ts';
import type { Services } from '#server/http/services.ts';

/** The shop's document for one address. */
export type ShopDocument = { readonly status: 200 | 404; readonly body: Prepared } | { readonly status: 301; readonly location: string };

const chunk = z.object({
  file: z.string(),
  css: z.array(z.string()).default([]),
  imports: z.array(z.string()).default([]),
});
const viteManifest = z.record(z.string(), chunk);
type ViteManifest = z.output<typeof viteManifest>;

const wordFile = z.record(z.string(), z.unknown());

const viewMarker = '<!--first-view-->';
/** Between the two marks stand the tags of the plain document, which those of a first view replace. */
const headPlace = /<!--head-->(?:(.*?)<!--\/head-->)?/s;
const html = 'text/html; charset=utf-8';
const quality = 5;
const mostKept = 200;
const longestKept = 512;

/**
 * Tags that fetch what lazy modules need: their styles at once; their scripts, with all that these import, in a template from which
 * the shop's own script takes them when the first view stands, so that they do not share the line with its pictures.
 */
const preloadTags = (modules: readonly string[], manifest: ViteManifest, template: string): string => {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visited = new Set<string>();
  const visit = (key: string): void => {
    const found = manifest[key];
    if (!found || visited.has(key)) return;
    visited.add(key);
    scripts.add(found.file);
    for (const style of found.css) styles.add(style);
    for (const next of found.imports) visit(next);
  };
  for (const module of modules) visit(module);
  const isNew = (file: string): boolean => !template.includes(`/${file}"`);
  return [
    ...[...styles].filter(isNew).map((file) => `<link rel="stylesheet" href="/${file}">`),
    `<template id="${laterScripts}">`,
    ...[...scripts].filter(isNew).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    '</template>',
  ].join('');
};

/** Data in a document, not code: nothing in a product's text may end the element. */
const dataBlock = (json: string): string =>
  `<script type="application/json" id="${firstKnown}">${json.replaceAll('<', '\\u003c')}</script>`;

const readManifest = (dist: string): ViteManifest => {
  const file = path.join(dist, '.vite', 'manifest.json');
  return existsSync(file) ? viteManifest.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
};

/** Words by namespace, each read once. */
const keepWords = (dist: string): FirstViewRequest['words'] => {
  const kept = new Map<string, Promise<object>>();
  return (namespace) => {
    const words =
      kept.get(namespace) ??
      readFile(path.join(dist, 'locales', 'en', `${path.basename(namespace)}.json`), 'utf8').then((text) =>
        wordFile.parse(JSON.parse(text)),
      );
    kept.set(namespace, words);
    return words;
  };
};

/**
 * Gives the document of any address: the built `index.html` with the first view inside, where the build made a renderer,
 * else as it stands. Documents are kept per address and catalogue version; a failing renderer costs the first view, never the page.
 */
export const keepDocuments = (
  services: Pick<Services, 'log'> & Site & { readonly dist: string },
  bundle: Promise<FirstViewBundle | undefined>,
  catalogue: () => Promise<PreparedCatalogue>,
): ((address: string) => Promise<ShopDocument>) => {
  const { dist, log } = services;
  const template = readFileSync(path.join(dist, 'index.html'), 'utf8');
  const manifest = readManifest(dist);
  const words = keepWords(dist);
  const kept = new Map<string, ShopDocument>();
  let keptVersion = -1;

  const plainText = template.replace(viewMarker, '').replace(headPlace, '$1');
  let plainBody: Promise<Prepared> | undefined;
  const plain = async (): Promise<ShopDocument> => {
    plainBody ??= prepareText(plainText, html, quality);
    return { status: 200, body: await plainBody };
  };

  const render = async (address: string, render: RenderFirstView, { catalogue, categories }: PreparedCatalogue): Promise<ShopDocument> => {
    const view = await render({ address, catalogue, categories, words, shopUrl: shopUrlOf(services) });
    if (view.status === 301) return view;
    // By functions: a "$&" in a product's text must stay what it is. Styles of lazy modules go last, as they do in a browser.
    const text = template
      .replace(headPlace, () => view.head)
      .replace('</head>', () => `${preloadTags(view.modules, manifest, template)}${view.firstPicture}</head>`)
      .replace(viewMarker, () => view.html)
      .replace('</body>', () => `${view.data}${dataBlock(view.known)}</body>`);
    return { status: view.status, body: await prepareText(text, html, quality) };
  };

  return async (address) => {
    const renderFirstView = (await bundle)?.renderFirstView;
    if (!renderFirstView) return plain();
    const current = await catalogue();
    if (current.version !== keptVersion) {
      kept.clear();
      keptVersion = current.version;
    }
    const found = kept.get(address);
    if (found) {
      // Taken out and put back at the end: the first of the map is then always the one not asked for longest.
      kept.delete(address);
      kept.set(address, found);
      return found;
    }
    try {
      const fresh = await render(address, renderFirstView, current);
      if (address.length <= longestKept && current.version === keptVersion) {
        kept.set(address, fresh);
        const [oldest] = kept.keys();
        if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
      }
      return fresh;
    } catch (error) {
      log.error({ err: error }, 'the first view could not be rendered');
      return plain();
    }
  };
};
