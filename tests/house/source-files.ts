import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The top of the house. */
const top = path.join(import.meta.dirname, '..', '..');

/** Every file below a folder that ends in one of these, with its text; the name as from the top of the house. */
export const sourceFiles = (folder: string, ...endings: readonly string[]) =>
  readdirSync(path.join(top, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .map((name) => ({ name: path.posix.join(folder, name), text: readFileSync(path.join(top, folder, name), 'utf8') }));
