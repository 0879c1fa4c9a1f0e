import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const variable = 'COMPILED_SERVER';

/** What a module asks of its own place is answered with that of its source: the goods and the pictures lie beside it. */
const placeOfSource: Plugin = {
  name: 'place-of-source',
  transform: (code, id) => ({
    code: code
      .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
    map: null,
  }),
};

/**
 * Compiles the server once for all the processes that a run of tests starts: `tsx` does so in each of them, which takes longer than the
 * start itself. Gives what takes the files away again.
 */
export const compileServer = async (): Promise<() => Promise<void>> => {
  const parent = path.join(root, '.cache');
  await mkdir(parent, { recursive: true });
  // Below the root, where the packages are found.
  const folder = await mkdtemp(path.join(parent, 'server-'));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [placeOfSource],
    ssr: { external: true },
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
  process.env[variable] = folder;
  return () => rm(folder, { recursive: true });
};

type Entry = 'main' | 'shop';

/** The parameters with which Node starts an entry of the server from its source, as `npm start` does. */
export const fromSource = (entry: Entry): readonly string[] => ['--import', 'tsx', `server/${entry}.ts`];

/** The same as it was compiled for this run, where that was done. */
export const serverEntry = (entry: Entry): readonly string[] => {
  const folder = process.env[variable];
  return folder === undefined ? fromSource(entry) : [path.join(folder, `${entry}.js`)];
};
