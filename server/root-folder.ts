import path from 'node:path';

/** The root of the project: the parent of `server/` and of `dist-server/`, which are told apart by nothing else. */
export const rootFolder = path.dirname(import.meta.dirname);
