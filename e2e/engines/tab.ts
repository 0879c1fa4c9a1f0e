/** An element of a page, as its engine takes hold of it. */
export type Hold = {
  /** As a finger or a mouse does. Of a choice in a list it is the choosing. */
  readonly click: () => Promise<unknown>;
  /** Puts a text in the place of the one that a field has, key by key. */
  readonly fill: (text: string) => Promise<unknown>;
};

/** A tab of a browser that knows nothing of the shop yet: the little that each engine has its own way of doing. */
export type Tab = {
  readonly goto: (address: string) => Promise<unknown>;
  readonly goBack: () => Promise<unknown>;
  readonly reload: () => Promise<unknown>;
  /** What the lines of a function give, run in the page: something that JSON can keep. */
  readonly ask: (lines: string) => Promise<unknown>;
  /** The element that the lines of a function give, if they give one. */
  readonly find: (lines: string) => Promise<Hold | undefined>;
  /** What is to be seen, as a PNG. */
  readonly picture: () => Promise<Uint8Array>;
  /** The errors that nobody has caught, as far as the engine tells of them. */
  readonly complaints: readonly string[];
  readonly close: () => Promise<unknown>;
};

/** A browser that has been started; its tabs share nothing. */
export type Engine = { readonly openTab: () => Promise<Tab>; readonly close: () => Promise<unknown> };

/** How large every engine's window is. */
export const windowSize = { width: 1440, height: 900 } as const;
