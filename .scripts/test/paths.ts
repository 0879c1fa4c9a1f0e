import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The top folder of the repository. */
export const house = fileURLToPath(new URL('../..', import.meta.url));

/** Everything that a run leaves behind: reports, traces, screenshots. It is emptied when a run begins. */
export const resultsFolder = path.join(house, 'test-results');

export const browserReport = path.join(resultsFolder, 'browser.json');

/** Where the journeys of an engine report to. */
export const engineReport = (engine: string): string => path.join(resultsFolder, `engine-${engine}.json`);

/** Where Vitest reports to. Parts that ran apart stand beside each other. */
export const vitestReport = (selection: string): string => path.join(resultsFolder, `vitest-${selection}.json`);

/** Whether a file of that folder is a report of Vitest. */
export const isVitestReport = (name: string): boolean => /^vitest-.*\.json$/.test(name);
