import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { deferredPreloadsId, hydrationDataId, type RenderPage, type RenderRequest } from '#contract/hydration-data.ts';
import type { CatalogueSnapshot } from '#server/http/catalogue-cache.ts';
import { type EncodedBody, encodeText } from '#server/http/encoded-body.ts';
import { type Site, shopUrlOf } from '#server/http/origins.ts';
import type { Services } from '#server/http/services.ts';
import type { SsrBundle } from '#server/http/ssr-bundle.ts';

/** The shop's document for one address. */
export type HtmlDocument = { readonly status: 200 | 404; readonly body: EncodedBody } | { readonly status: 301; readonly location: string };

const chunk = z.object({
  file: z.string(),
  css: z.array(z.string()).default([]),
  imports: z.array(z.string()).default([]),
});
const viteManifest = z.record(z.string(), chunk);
type ViteManifest = z.output<typeof viteManifest>;

const wordFile = z.record(z.string(), z.unknown());

const htmlMarker = '<!--app-html-->';
/** Between the markers are the tags of the static document: server-rendered tags replace them. */
const headMarkers = /<!--head-->(?:(.*?)<!--\/head-->)?/s;
const html = 'text/html; charset=utf-8';
const quality = 5;
const mostKept = 200;
const longestKept = 512;

/**
 * Tags that preload what lazy modules need: stylesheets at once; scripts and their static imports in a template, which the client applies
 * after the first paint, so that they do not compete with images for bandwidth.
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
    `<template id="${deferredPreloadsId}">`,
    ...[...scripts].filter(isNew).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    '</template>',
  ].join('');
};

/** Data in a document, not code: nothing in a product's text may end the element. */
const dataBlock = (json: string): string =>
  `<script type="application/json" id="${hydrationDataId}">${json.replaceAll('<', '\\u003c')}</script>`;

const readManifest = (dist: string): ViteManifest => {
  const file = path.join(dist, '.vite', 'manifest.json');
  return existsSync(file) ? viteManifest.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
};

/** Texts by i18n namespace, each file read once. */
const cacheNamespaces = (dist: string): RenderRequest['loadNamespace'] => {
  const kept = new Map<string, Promise<object>>();
  return (namespace) => {
    const texts =
      kept.get(namespace) ??
      readFile(path.join(dist, 'locales', 'en', `${path.basename(namespace)}.json`), 'utf8').then((text) =>
        wordFile.parse(JSON.parse(text)),
      );
    kept.set(namespace, texts);
    return texts;
  };
};

/**
 * Gives the document of any address: the built `index.html` with the page rendered into it, or unchanged where there is no SSR bundle or
 * rendering fails. Documents are cached by address and catalogue version.
 */
export const createDocumentCache = (
  services: Pick<Services, 'log'> & Site & { readonly dist: string },
  bundle: Promise<SsrBundle | undefined>,
  catalogue: () => Promise<CatalogueSnapshot>,
): ((address: string) => Promise<HtmlDocument>) => {
  const { dist, log } = services;
  const template = readFileSync(path.join(dist, 'index.html'), 'utf8');
  const manifest = readManifest(dist);
  const loadNamespace = cacheNamespaces(dist);
  const kept = new Map<string, HtmlDocument>();
  let keptVersion = -1;

  const plainText = template.replace(htmlMarker, '').replace(headMarkers, '$1');
  let plainBody: Promise<EncodedBody> | undefined;
  const plain = async (): Promise<HtmlDocument> => {
    plainBody ??= encodeText(plainText, html, quality);
    return { status: 200, body: await plainBody };
  };

  const render = async (address: string, render: RenderPage, { catalogue, categories }: CatalogueSnapshot): Promise<HtmlDocument> => {
    const page = await render({ address, catalogue, categories, loadNamespace, shopUrl: shopUrlOf(services) });
    if (page.status === 301) return page;
    // By functions: a "$&" in a product's text must stay what it is. Styles of lazy modules go last, as they do in a browser.
    const text = template
      .replace(headMarkers, () => page.head)
      .replace('</head>', () => `${preloadTags(page.modules, manifest, template)}${page.lcpPreload}</head>`)
      .replace(htmlMarker, () => page.html)
      .replace('</body>', () => `${page.data}${dataBlock(page.hydrationData)}</body>`);
    return { status: page.status, body: await encodeText(text, html, quality) };
  };

  return async (address) => {
    const renderPage = (await bundle)?.renderPage;
    if (!renderPage) return plain();
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
      const fresh = await render(address, renderPage, current);
      if (address.length <= longestKept && current.version === keptVersion) {
        kept.set(address, fresh);
        const [oldest] = kept.keys();
        if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
      }
      return fresh;
    } catch (error) {
      log.error({ err: error }, 'the page could not be server-rendered');
      return plain();
    }
  };
};
