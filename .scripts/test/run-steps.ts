import type { Screen } from './console-output.ts';
import type { Step } from './steps.ts';
import type { Ending, Outcome } from './summary.ts';

const marks = { passed: '✓', failed: '✗', 'left out': '–' } as const;

const endingLine = ({ name, state, seconds, counts, says }: Ending): string => {
  const ran = counts && counts.passed + counts.failed > 0 ? [`${counts.passed + counts.failed} tests`] : [];
  const how = state === 'left out' ? [`left out${counts?.skipped ? ` (${counts.skipped} tests)` : ''}`] : [`${seconds.toFixed(1)} s`];
  return `${marks[state]} ${name}  ${[...how, ...ran, ...(says === undefined ? [] : [says])].join(', ')}`;
};

/** Runs steps one after the other. One that fails shows why, and the next one runs all the same. */
export const performInTurn = async (steps: readonly Step[], screen: Screen, endings: Ending[]): Promise<void> => {
  for (const { name, run } of steps) {
    const since = performance.now();
    let text = (): string => '';
    const unfollow = screen.follow(name, () => text());
    const outcome = await run((newText) => {
      text = newText;
    }).catch((error): Outcome => ({ state: 'failed', details: error instanceof Error ? (error.stack ?? error.message) : String(error) }));
    unfollow();
    const ending = { ...outcome, name, seconds: (performance.now() - since) / 1000 };
    endings.push(ending);
    screen.print(endingLine(ending));
    if (outcome.details !== undefined) screen.print(`\n${outcome.details.trim()}\n`);
  }
};

/** What is left to say at the end: the slowest tests are the caller's. */
export const summary = (endings: readonly Ending[]): readonly string[] => endings.filter(({ state }) => state !== 'passed').map(endingLine);
