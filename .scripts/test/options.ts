/** Parts of a test run, in order. Each job of the CI workflow runs one of them. */
export const parts = ['static', 'node', 'postgres', 'browser', 'clauses'] as const;
export type Part = (typeof parts)[number];

export type Options = {
  /** Run only test files whose path contains one of these; all when empty. */
  readonly filters: readonly string[];
  readonly parts: readonly Part[];
  /** Whether to skip tests for which PostgreSQL or Chromium is missing. In CI that is a failure. */
  readonly allowMissing: boolean;
  /** Whether missing programs may be installed with apt. */
  readonly canInstall: boolean;
};

/** Facts about the machine that decide what may be installed or skipped. */
export type Environment = { readonly isCi: boolean; readonly isRootInContainer: boolean; readonly platform: NodeJS.Platform };

const isPart = (name: string): name is Part => parts.some((part) => part === name);

const partsOfFlag = (flag: string): readonly Part[] => {
  if (flag === '--without-browser') return parts.filter((part) => part !== 'browser');
  const names = flag.slice('--only='.length).split(',');
  const unknown = names.find((name) => !isPart(name));
  if (unknown !== undefined) throw new Error(`Unknown part “${unknown}”: --only takes ${parts.join(', ')}.`);
  return names.filter(isPart);
};

/** Throws with a message for the developer where the tests cannot run. */
export const requireSignals = (platform: NodeJS.Platform): void => {
  if (platform === 'win32')
    throw new Error('The tests stop processes with signals, which Windows does not support: run them on Linux, macOS or in WSL.');
};

/** Parses the arguments of `npm test --`. Throws with a message for the developer. */
export const readOptions = (argv: readonly string[], { isCi, isRootInContainer, platform }: Environment): Options => {
  requireSignals(platform);
  const flags = argv.filter((argument) => argument.startsWith('--'));
  const partFlags = flags.filter((flag) => flag === '--without-browser' || flag.startsWith('--only='));
  const [unknown] = flags.filter((flag) => flag !== '--install' && !partFlags.includes(flag));
  if (unknown !== undefined) throw new Error(`Unknown option ${unknown}. Options: --install, --without-browser, --only=PARTS.`);
  return {
    filters: argv.filter((argument) => !argument.startsWith('--')),
    parts: partFlags.map(partsOfFlag).reduce((selected, others) => selected.filter((part) => others.includes(part)), parts),
    allowMissing: !isCi,
    canInstall: isCi || isRootInContainer || flags.includes('--install'),
  };
};
