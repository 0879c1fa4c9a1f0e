/** What the blocking script in the head (`src/document-script.ts`) hands over to the entry script. */
export type DocumentScript = {
  /** Stops queueing clicks; `replay` is called with each button that is still in the document. */
  readonly endQueue: (replay?: (button: HTMLButtonElement) => void) => void;
  /** Resolves once scripts no longer compete with the first paint, and their preloads are applied. */
  readonly ready: Promise<void>;
};

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended
  interface Window {
    documentScript?: DocumentScript;
  }
}
