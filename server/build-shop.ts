import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { hasOtherSettings, readVariables } from '#server/build-settings.ts';
import { StartFailure } from '#server/data-folder.ts';

const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];

const newestMtime = (entry: string): number => {
  const stats = statSync(entry);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(0, ...readdirSync(entry, { recursive: true }).map((name) => statSync(path.join(entry, String(name))).mtimeMs));
};

const builtMtime = (root: string): number => {
  const document = path.join(root, 'dist', 'index.html');
  return existsSync(document) ? statSync(document).mtimeMs : 0;
};

/**
 * Is `dist/` missing, older than its sources, or made with other settings than these variables? False for an installation without sources, which
 * came with its `dist/`.
 */
export const needsBuild = (root: string, variables = readVariables(root)): boolean => {
  if (!existsSync(path.join(root, 'src', 'entry-client.tsx')) || !existsSync(path.join(root, 'index.html'))) return false;
  const isOlder = sources
    .map((name) => path.join(root, name))
    .filter((entry) => existsSync(entry))
    .some((entry) => newestMtime(entry) > builtMtime(root));
  return isOlder || hasOtherSettings(path.join(root, 'dist'), variables);
};

/** Runs `npm run build` silently. Throws `StartFailure` when it fails, after printing its output. */
export const buildShop = (root: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const output: Buffer[] = [];
    const build = spawn(process.execPath, ['--import', 'tsx', '.scripts/build.ts'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    build.stdout.on('data', (part: Buffer) => output.push(part));
    build.stderr.on('data', (part: Buffer) => output.push(part));
    build.on('error', reject);
    build.on('close', (code) => {
      if (code === 0) return resolve();
      process.stderr.write(Buffer.concat(output));
      return reject(new StartFailure('The shop could not be built; what the build said stands above.'));
    });
  });
