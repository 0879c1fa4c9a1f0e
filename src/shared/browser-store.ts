/** One of the browser's stores under one key, as text. Where it is blocked or full, nothing is kept and nothing breaks. */
export const browserStore = (of: 'localStorage' | 'sessionStorage', key: string) => ({
  read: (): string | null => {
    try {
      return window[of].getItem(key);
    } catch {
      return null;
    }
  },
  write: (text: string): void => {
    try {
      window[of].setItem(key, text);
    } catch {
      // Blocked or full: the shop goes on without a memory.
    }
  },
  forget: (): void => {
    try {
      window[of].removeItem(key);
    } catch {
      // Nothing was kept, so nothing is left behind.
    }
  },
});

/** Something that was kept as JSON, as a schema of the contract reads it; nothing for what cannot be read. */
export const readKept = <Kept>(
  text: string | null,
  schema: { safeParse: (value: unknown) => { success: true; data: Kept } | { success: false } },
): Kept | undefined => {
  try {
    const read = schema.safeParse(JSON.parse(text ?? 'null'));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
};
