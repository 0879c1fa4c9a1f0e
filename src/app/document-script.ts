/** What the blocking script in the head (`src/document-script.ts`) hands over to the entry script. */
export type DocumentScript = {
  /** After hydration: replays queued input in its order, and queues no more when that is done. */
  readonly replayInput: () => void;
  /** Nothing will be hydrated: shows the note with its link to try again, and leads each press of a button to it. */
  readonly showStartFailure: () => void;
  /** Resolves once scripts no longer compete with the first paint, and their preloads are applied. */
  readonly ready: Promise<void>;
  /** Over a slow line, fetches the web fonts and shows them once they are there; without effect otherwise. */
  readonly showFonts: () => void;
  /** Reloads if Back or Forward has changed the address that the document was loaded for, and returns whether: it must not be hydrated then. */
  readonly reloadIfLeft: () => boolean;
  /** From now on the router follows Back and Forward. */
  readonly endReloads: () => void;
};

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended
  interface Window {
    documentScript?: DocumentScript;
  }
}
