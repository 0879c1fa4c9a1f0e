import { readFileSync } from 'node:fs';
import path from 'node:path';
import { minifySync, transformWithOxc } from 'vite';
import { rootFolder } from '#server/root-folder.ts';

const file = path.join(rootFolder, 'src/document-script.ts');

/** Compiles the blocking script of documents: Vite bundles no classic scripts. */
export const compileDocumentScript = async (): Promise<string> => {
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file, { sourcemap: false });
  const { code: minified } = minifySync(file, `(() => {\n${code.replace(/^export \{\};?\s*$/m, '')}\n})();`);
  return minified.trim();
};
