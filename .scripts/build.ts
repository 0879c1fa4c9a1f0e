import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

// `npm run build`, or `npm run build -- /etc/flone.env` with the settings of that file.

const [settingsFile] = process.argv.slice(2);
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

await build({ logLevel: 'warn' });
await build({ logLevel: 'warn', build: { ssr: 'src/entry-server.tsx' } });
precompress('dist');
