/** What the blocking script in the head (`src/document-script.ts`) hands over to the entry script. */
export type DocumentScript = {
  /** After hydration: replays queued input in its order, and queues no more when that is done. */
  readonly replayInput: () => void;
  /** Nothing will be hydrated: shows the note with its link to try again, and leads each press of a button to it. */
  readonly showStartFailure: () => void;
};

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended
  interface Window {
    /** The entry script takes it when it runs: one that has loaded and has not taken it has failed. */
    documentScript?: DocumentScript;
  }
}
