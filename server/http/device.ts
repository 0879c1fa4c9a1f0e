import type { Device } from '#server/domain/accounts/sessions.ts';

// In this order: most browsers claim to be Chrome or Safari as well, and Android claims to be Linux.
const browsers = [
  ['Edge', /\bEdgA?\/|EdgiOS/],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /SamsungBrowser/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
] as const;
const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const;

/** Browser and system by the header User-Agent, for their owner to recognise; '' when unknown. The header itself is not stored. */
export const readDevice = (userAgent = ''): Device => {
  const nameIn = (names: readonly (readonly [string, RegExp])[]): string => names.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? '';
  return { browser: nameIn(browsers), system: nameIn(systems) };
};
