/** An element of a page. */
export type ElementHandle = {
  /** Clicks it as a user does; an option of a select is selected. */
  readonly click: () => Promise<unknown>;
  /** Replaces the text of a field, typed key by key. */
  readonly fill: (text: string) => Promise<unknown>;
};

/** A tab with storage of its own: what each engine does in its own way. */
export type Tab = {
  /** Runs the body of a function in the page; returns its JSON value. */
  readonly evaluate: (functionBody: string) => Promise<unknown>;
  /** Runs the body of a function that returns an element, or none. */
  readonly findElement: (functionBody: string) => Promise<ElementHandle | undefined>;
  /** The viewport as a PNG. */
  readonly screenshot: () => Promise<Uint8Array>;
  /** Uncaught errors, if the engine reports them. */
  readonly uncaughtErrors: readonly string[];
  readonly close: () => Promise<unknown>;
};

/** A running browser; its tabs share no storage. */
export type Engine = { readonly openTab: () => Promise<Tab>; readonly close: () => Promise<unknown> };

/** The window size in every engine. */
export const windowSize = { width: 1440, height: 900 } as const;
