/** The parts of a run, in their order. The jobs of the workflow run one each. */
export const parts = ['static', 'node', 'postgres', 'browser', 'clauses'] as const;
export type Part = (typeof parts)[number];

export type Options = {
  /** Only test files with one of these words in their path. */
  readonly words: readonly string[];
  readonly parts: readonly Part[];
  /** Whether PostgreSQL and Chromium may be missing: nowhere but in CI they have to be there. */
  readonly mayLack: boolean;
  /** Whether they may be installed. */
  readonly mayInstall: boolean;
};

/** The machine that the tests run on, as far as it decides what they may do. */
export type Machine = { readonly isCi: boolean; readonly isRootInContainer: boolean; readonly platform: NodeJS.Platform };

const isPart = (word: string): word is Part => parts.some((part) => part === word);

const chosenParts = (option: string): readonly Part[] => {
  if (option === '--without-browser') return parts.filter((part) => part !== 'browser');
  const wanted = option.slice('--only='.length).split(',');
  const unknown = wanted.find((word) => !isPart(word));
  if (unknown !== undefined) throw new Error(`There is no part “${unknown}”: --only takes ${parts.join(', ')}.`);
  return wanted.filter(isPart);
};

/** Reads the command line of `npm test --`. Throws with one sentence when it cannot be done. */
export const readOptions = (argv: readonly string[], { isCi, isRootInContainer, platform }: Machine): Options => {
  if (platform === 'win32')
    throw new Error('The tests stop processes by signals, which Windows has not: run them on Linux, macOS or in WSL.');
  const flags = argv.filter((word) => word.startsWith('--'));
  const selection = flags.filter((flag) => flag === '--without-browser' || flag.startsWith('--only='));
  const [stranger] = flags.filter((flag) => flag !== '--install' && !selection.includes(flag));
  if (stranger !== undefined) throw new Error(`There is no option ${stranger}: there are --install, --without-browser and --only=PARTS.`);
  return {
    words: argv.filter((word) => !word.startsWith('--')),
    parts: selection.map(chosenParts).reduce((some, others) => some.filter((part) => others.includes(part)), parts),
    mayLack: !isCi,
    mayInstall: isCi || isRootInContainer || flags.includes('--install'),
  };
};
