import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root folder of the repository. */
export const rootFolder = fileURLToPath(new URL('../..', import.meta.url));

/** Reports, traces and screenshots of the last run; emptied when a run starts. */
export const resultsFolder = path.join(rootFolder, 'test-results');

export const browserReport = path.join(resultsFolder, 'browser.json');

/** Playwright's JSON report for shops of several processes. */
export const processReport = path.join(resultsFolder, 'processes.json');

/** Playwright's JSON report for one browser engine. */
export const engineReport = (engine: string): string => path.join(resultsFolder, `engine-${engine}.json`);

/** Vitest's JSON report for one selection of projects (`all`, `node`, `postgres`), and in a soak for one seed (`all-42`). */
export const vitestReport = (selection: string): string => path.join(resultsFolder, `vitest-${selection}.json`);

/** Whether a file in `resultsFolder` is a Vitest report. */
export const isVitestReport = (name: string): boolean => /^vitest-.*\.json$/.test(name);
