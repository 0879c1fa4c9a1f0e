import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const outputFolderVariable = 'COMPILED_SERVER';

/** Replaces `import.meta.url` and `.dirname` by those of the source: compiled modules still read files next to it (seed data, images). */
const sourceLocation: Plugin = {
  name: 'source-location',
  transform: {
    filter: { code: 'import.meta.' },
    handler: (code, id) => ({
      code: code
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
      map: null,
    }),
  },
};

/** Native packages, and those that only some starts load. The others are bundled: finding and reading their files is half of a start. */
const external = ['@node-rs/argon2', 'libsql', 'sharp', 'tsx', 'vite'];

/**
 * Compiles the server once for all child processes of a test run: `tsx` would compile it in each of them, which takes longer than the
 * start itself. Returns a function that deletes the output.
 */
export const compileServer = async (): Promise<() => Promise<void>> => {
  const parent = path.join(root, '.cache');
  await mkdir(parent, { recursive: true });
  // Inside the repository, so that Node resolves node_modules.
  const folder = await mkdtemp(path.join(parent, 'server-'));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [sourceLocation],
    ssr: { noExternal: true, external },
    build: {
      ssr: true,
      outDir: folder,
      copyPublicDir: false,
      rolldownOptions: {
        input: { main: 'server/main.ts', shop: 'server/shop.ts' },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  process.env[outputFolderVariable] = folder;
  return () => rm(folder, { recursive: true });
};

type Entry = 'main' | 'shop';

/** Arguments for Node to start an entry from source, as `npm start` does. */
export const sourceArguments = (entry: Entry): readonly string[] => ['--import', 'tsx', `server/${entry}.ts`];

/** Arguments for Node to start the entry compiled for this run, or its source when nothing was compiled. */
export const serverArguments = (entry: Entry): readonly string[] => {
  const folder = process.env[outputFolderVariable];
  return folder === undefined ? sourceArguments(entry) : [path.join(folder, `${entry}.js`)];
};
