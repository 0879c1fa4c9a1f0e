import { spawn } from 'node:child_process';
import { createServer } from 'vite';
import { freePort } from './free-port.ts';

const port = await freePort();
// Read by vite.config.ts, which sends the API's addresses there.
process.env.DEV_API = `http://localhost:${port}`;

const api = spawn(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts'], {
  env: { ...process.env, PORT: String(port), SHOP_BUILD: 'never', LOG_LEVEL: process.env.LOG_LEVEL ?? 'info' },
  stdio: ['ignore', 'ignore', 'inherit'],
});

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
