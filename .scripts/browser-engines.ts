import { findExecutable } from './programs.ts';

/** Browser engines tested in addition to Chromium. */
export const engines = ['firefox', 'webkit'] as const;
export type EngineName = (typeof engines)[number];

/** Executables of each engine, each with its alternative names, and the Debian packages that have them. */
const requirements: Readonly<Record<EngineName, { readonly executables: readonly (readonly string[])[]; readonly packages: string }>> = {
  firefox: { executables: [['firefox-esr', 'firefox']], packages: 'firefox-esr' },
  webkit: { executables: [['WebKitWebDriver'], ['Xvfb']], packages: 'webkit2gtk-driver xvfb' },
};

/** Paths of an engine's executables. Throws with a message for the developer when one is missing. */
export const findEngine = (name: EngineName): readonly string[] => {
  const { executables, packages } = requirements[name];
  return executables.map((names) => {
    const found = findExecutable(names);
    if (found === undefined) throw new Error(`${names[0]} is not installed: sudo apt-get install ${packages}`);
    return found;
  });
};
