import { spawn } from 'node:child_process';
import { createServer } from 'vite';
import { freePort } from './free-port.ts';

const port = await freePort();
// vite.config.ts proxies API requests to this URL.
process.env.DEV_API = `http://localhost:${port}`;

const api = spawn(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts'], {
  env: { ...process.env, PORT: String(port), STOREFRONT: 'none', LOG_LEVEL: process.env.LOG_LEVEL ?? 'info' },
  stdio: ['ignore', 'ignore', 'inherit'],
});

// Wait until the API is ready, so that the first page does not show an error. If it cannot start, it prints the reason itself.
const deadline = Date.now() + 10_000;
const isUp = (): Promise<boolean> =>
  fetch(`http://localhost:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
while (Date.now() < deadline && !(await isUp())) await new Promise((resolve) => setTimeout(resolve, 100));

const shop = await createServer();
await shop.listen();
shop.printUrls();
shop.bindCLIShortcuts({ print: true });

const stop = async (): Promise<void> => {
  api.kill('SIGTERM');
  await shop.close();
  process.exit();
};
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
api.on('exit', () => void stop());
