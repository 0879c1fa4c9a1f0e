import { findExecutable, installPackages } from './system-packages.ts';

/** Browser engines tested in addition to Chromium. */
export const engines = ['firefox', 'webkit'] as const;
export type EngineName = (typeof engines)[number];

type EngineRequirements = {
  readonly title: string;
  /** Required executables, each with its alternative names. */
  readonly executables: readonly (readonly string[])[];
  /** Debian packages that provide them. */
  readonly packages: readonly string[];
};

export const engineRequirements: Readonly<Record<EngineName, EngineRequirements>> = {
  firefox: { title: 'Firefox', executables: [['firefox-esr', 'firefox']], packages: ['firefox-esr'] },
  webkit: { title: 'WebKit', executables: [['WebKitWebDriver'], ['Xvfb']], packages: ['webkit2gtk-driver', 'xvfb'] },
};

const findExecutables = (name: EngineName): readonly string[] | undefined => {
  const found = engineRequirements[name].executables.map(findExecutable);
  return found.every((file) => file !== undefined) ? found : undefined;
};

/** Paths of an engine's executables, installed now if allowed. Throws with a message for the developer when one is missing. */
export const findEngine = (name: EngineName, { canInstall = false } = {}): readonly string[] => {
  const { title, packages, executables } = engineRequirements[name];
  const installed = findExecutables(name);
  if (installed) return installed;
  if (canInstall) installPackages(packages, () => findExecutables(name) !== undefined);
  const found = findExecutables(name);
  if (found) return found;
  const missing = executables.filter((names) => findExecutable(names) === undefined).map(([first]) => first);
  throw new Error(
    `${title} is not installed (${missing.join(' and ')}): as root, “npm run test:browsers -- --install” installs it with apt.`,
  );
};

/** Splits command-line arguments into engine names (all engines when none is given) and test filters. */
export const selectEngines = (
  argv: readonly string[],
): { readonly selected: readonly EngineName[]; readonly filters: readonly string[] } => {
  const requested = engines.filter((name) => argv.includes(name));
  return {
    selected: requested.length > 0 ? requested : engines,
    filters: argv.filter((argument) => !requested.some((name) => name === argument)),
  };
};
