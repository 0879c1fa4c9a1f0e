import { findProgram, installPackages } from './system-packages.ts';

/** The engines that the shop is tried in beside Chromium's. */
export const engines = ['firefox', 'webkit'] as const;
export type EngineName = (typeof engines)[number];

type Kind = {
  readonly title: string;
  /** The programs that it needs, each by all its names. */
  readonly programs: readonly (readonly string[])[];
  readonly packages: readonly string[];
};

export const kinds: Readonly<Record<EngineName, Kind>> = {
  firefox: { title: 'Firefox', programs: [['firefox-esr', 'firefox']], packages: ['firefox-esr'] },
  webkit: { title: 'WebKit', programs: [['WebKitWebDriver'], ['Xvfb']], packages: ['webkit2gtk-driver', 'xvfb'] },
};

const programsOf = (name: EngineName): readonly string[] | undefined => {
  const found = kinds[name].programs.map(findProgram);
  return found.every((program) => program !== undefined) ? found : undefined;
};

/** The programs of an engine, which are fetched now where that is allowed. Throws with one sentence where they cannot be had. */
export const findEngine = (name: EngineName, { mayInstall = false } = {}): readonly string[] => {
  const { title, packages, programs } = kinds[name];
  const here = programsOf(name);
  if (here) return here;
  if (mayInstall) installPackages(packages, () => programsOf(name) !== undefined);
  const found = programsOf(name);
  if (found) return found;
  const missing = programs.filter((names) => findProgram(names) === undefined).map(([first]) => first);
  throw new Error(
    `${title} is not on this machine (${missing.join(' and ')}): as root, “npm run test:browsers -- --install” installs it with apt.`,
  );
};

/** The engines that a command line names, or all of them, and its other words. */
export const chooseEngines = (words: readonly string[]): { readonly wanted: readonly EngineName[]; readonly words: readonly string[] } => {
  const named = engines.filter((name) => words.includes(name));
  return { wanted: named.length > 0 ? named : engines, words: words.filter((word) => !named.some((name) => name === word)) };
};
