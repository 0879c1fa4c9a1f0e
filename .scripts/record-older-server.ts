import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, type Plugin } from 'vite';
import { olderServersFolder, type Recording } from '#tests/server/process/older-server.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const jobPauseMs = 200;

const git = (...parameters: string[]): string => execFileSync('git', parameters, { cwd: root, encoding: 'utf8' }).trim();

/** All modules become one file in `server/`, which reads its data next to it, and runs each job so often that a test need not wait. */
const adaptTo = (server: string): Plugin => ({
  name: 'older-server',
  enforce: 'pre',
  transform: (code, id) => {
    if (!id.startsWith(server + path.sep)) return null;
    const name = path.relative(server, id).split(path.sep).join('/');
    if (name === 'jobs/repeated-jobs.ts') {
      const faster = code.replaceAll(/pauseMs: [\d_ *]+,/g, `pauseMs: ${jobPauseMs},`);
      if (faster === code) throw new Error(`${name} has no pauses to shorten.`);
      return { code: faster, map: null };
    }
    if (name.includes('/') && code.includes('import.meta.url'))
      throw new Error(`${name} uses import.meta.url, which is another one in the recording.`);
    const folder = `(import.meta.dirname + ${JSON.stringify(`/${path.posix.dirname(name)}`)})`;
    return { code: code.replaceAll('import.meta.dirname', folder), map: null };
  },
});

/** The server of a checkout as one file; packages stay imports. */
const bundleServer = async (checkout: string): Promise<string> => {
  const result = await build({
    configFile: false,
    root: checkout,
    logLevel: 'error',
    plugins: [adaptTo(path.join(checkout, 'server'))],
    ssr: { external: true },
    build: {
      ssr: true,
      write: false,
      minify: false,
      rolldownOptions: { input: 'server/main.ts', output: { codeSplitting: false } },
    },
  });
  const chunks = [result].flat().flatMap((built) => ('output' in built ? built.output : []));
  const [main] = chunks;
  if (main?.type !== 'chunk' || chunks.length > 1) throw new Error(`The server became ${chunks.length} files instead of one.`);
  return main.code;
};

const record = async (checkout: string, commit: string): Promise<Recording> => {
  const names = git('ls-tree', '-r', '--name-only', commit, 'server/').split('\n');
  const migrations = names.flatMap((name) => /^server\/db\/migrations\/(\d+-[\w-]+)\.ts$/.exec(name)?.[1] ?? []);
  const files: Record<string, string> = { 'server/main.mjs': await bundleServer(checkout) };
  for (const name of names.filter((each) => each.endsWith('.json'))) files[name] = await readFile(path.join(checkout, name), 'utf8');
  return { commit, migrations, files };
};

const [revision = 'HEAD'] = process.argv.slice(2);
const commit = git('rev-parse', '--verify', `${revision}^{commit}`);
const home = await mkdtemp(path.join(tmpdir(), 'older-server-'));
const checkout = path.join(home, 'checkout');
try {
  git('worktree', 'add', '--detach', checkout, commit);
  await symlink(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'));
  const recording = await record(checkout, commit);
  const text = JSON.stringify(recording);
  const parameters = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  const compressed = brotliCompressSync(text, { params: parameters });
  await mkdir(olderServersFolder, { recursive: true });
  const file = path.join(olderServersFolder, `${recording.migrations.at(-1) ?? 'no-migrations'}.json.br`);
  await writeFile(file, compressed);
  console.log(`${path.relative(root, file)}: ${Math.ceil(compressed.length / 1000)} kB, from ${commit}`);
} finally {
  git('worktree', 'remove', '--force', checkout);
  await rm(home, { recursive: true });
}
