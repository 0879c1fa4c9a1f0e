import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { InlineHashes } from '#server/http/content-security-policy.ts';

/** Markup with styles and blocking scripts inline, and their hashes for the Content-Security-Policy. */
export type InlinedPage = { readonly html: string; readonly hashes: InlineHashes };

const blockingScript = /<script src="\/(assets\/[^"]+\.js)"><\/script>/g;
const stylesheet = /<link rel="stylesheet"[^>]* href="\/(assets\/[^"]+\.css)">/g;

/** What the policy allows this content inline by. */
export const hashOf = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/**
 * Puts the built files of blocking scripts and stylesheets into the tags' places, so that the first paint needs no request after the
 * document's. A link of each stylesheet stays, disabled: browsers do not fetch it, and Vite's runtime finds it and adds no other.
 */
export const createInliner = (dist: string): ((html: string) => InlinedPage) => {
  /** Contents by file; undefined for a missing one, and for one that would end its element. */
  const contents = new Map<string, { readonly text: string; readonly hash: string } | undefined>();
  const read = (file: string) => {
    if (!contents.has(file)) {
      const place = path.join(dist, file);
      // As the HTML parser normalizes them: the hash is of what is in the element.
      const text = existsSync(place) ? readFileSync(place, 'utf8').replaceAll(/\r\n?/g, '\n') : undefined;
      contents.set(file, text === undefined || /<\/(?:script|style)|<!--/i.test(text) ? undefined : { text, hash: hashOf(text) });
    }
    return contents.get(file);
  };
  return (html) => {
    const scripts = new Set<string>();
    const styles = new Set<string>();
    const inlined = html
      .replaceAll(blockingScript, (tag, file: string) => {
        const content = read(file);
        if (!content) return tag;
        scripts.add(content.hash);
        return `<script>${content.text}</script>`;
      })
      .replaceAll(stylesheet, (tag, file: string) => {
        const content = read(file);
        if (!content) return tag;
        styles.add(content.hash);
        return `<style>${content.text}</style>${tag.slice(0, -1)} disabled>`;
      });
    return { html: inlined, hashes: { scripts: [...scripts], styles: [...styles] } };
  };
};
