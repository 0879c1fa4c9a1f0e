// `npm start` and `npm run shop`: builds what is due, then runs it. On a server, which has a finished build, it is `node dist-server/main.js`.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWhatIsDue } from './due.js';

const root = path.join(import.meta.dirname, '../..');
const [node = '', , entry = 'main', ...parameters] = process.argv;
if (existsSync('.env')) process.loadEnvFile();
buildWhatIsDue(root, { hasPages: entry === 'main' && process.env.STOREFRONT !== 'none' });
const file = path.join(root, 'dist-server', `${entry}.js`);
process.argv = [node, file, ...parameters];
await import(pathToFileURL(file).href);
