import { spawn } from 'node:child_process';
import { createServer, type ViteDevServer } from 'vite';
import { freePort } from './free-port.ts';

const port = await freePort();
// vite.config.ts proxies API requests to this URL.
process.env.DEV_API = `http://localhost:${port}`;

const api = spawn(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts'], {
  env: { ...process.env, PORT: String(port), STOREFRONT: 'none', LOG_LEVEL: process.env.LOG_LEVEL ?? 'info' },
  stdio: ['ignore', 'ignore', 'inherit'],
});

let shop: ViteDevServer | undefined;
/** Ends the API as well: registered before anything can fail, so that no process stays behind with the data folder open. */
const stop = async (code = 0): Promise<void> => {
  api.removeAllListeners('exit');
  api.kill('SIGTERM');
  await shop?.close();
  process.exit(code);
};
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
api.on('exit', (code) => void stop(code ?? 1));

// Wait until the API is ready, so that the first page does not show an error. If it cannot start, it prints the reason itself.
const deadline = Date.now() + 10_000;
const isUp = (): Promise<boolean> =>
  fetch(`http://localhost:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
while (Date.now() < deadline && !(await isUp())) await new Promise((resolve) => setTimeout(resolve, 100));

try {
  shop = await createServer();
  await shop.listen();
  shop.printUrls();
  shop.bindCLIShortcuts({ print: true });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await stop(1);
}
