// `npm start` and `npm run shop`: builds what is due, then runs it. On a server, which has a finished build, it is `node dist-server/main.js`.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWhatIsDue } from './due.js';

const root = path.join(import.meta.dirname, '../..');
const [node = '', , entry = 'main', ...parameters] = process.argv;
buildWhatIsDue(root, { hasPages: entry === 'main' });
const file = path.join(root, 'dist-server', `${entry}.js`);
process.argv = [node, file, ...parameters];
// Before the import: only what is loaded later has the positions of its source in the log.
if (entry === 'main') process.setSourceMapsEnabled(true);
await import(pathToFileURL(file).href);
