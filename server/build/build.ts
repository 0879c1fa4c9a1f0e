import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { readVariables } from '#server/build/due.js';
import { StartFailure } from '#server/data-folder.ts';
import { readEnv } from '#server/env.ts';

// `npm run build`, or `npm run build -- /etc/flone.env` with the settings of that file; `--server` leaves the storefront out.

const { positionals, values } = parseArgs({ allowPositionals: true, options: { server: { type: 'boolean' } } });
const [settingsFile] = positionals;
if (settingsFile !== undefined) process.loadEnvFile(settingsFile);

const compressible = /\.(?:js|css|html|json|svg|txt|xml|webmanifest)$/;

/** Writes a .br and a .gz file for each text file, so that the server never compresses static files. */
const precompress = (folder: string): void => {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!compressible.test(name) || name.startsWith('.')) continue;
    const file = path.join(folder, name);
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
};

/** `dist-server/`: the process and the command line with their packages; those that a production install has are native. */
const buildServer = () =>
  build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies) },
    build: {
      ssr: true,
      outDir: 'dist-server',
      emptyOutDir: true,
      copyPublicDir: false,
      sourcemap: true,
      rolldownOptions: {
        input: { main: 'server/main.ts', shop: 'server/shop.ts' },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });

const buildStorefront = async () => {
  // A wrong setting is told before the build.
  readEnv(readVariables());
  await build({ logLevel: 'warn' });
  precompress('dist');
  await build({ logLevel: 'warn', build: { ssr: 'src/entry-server.tsx' } });
};

try {
  if (!values.server) await buildStorefront();
  await buildServer();
} catch (error) {
  console.error(error instanceof StartFailure ? error.message : error);
  process.exitCode = 1;
}
