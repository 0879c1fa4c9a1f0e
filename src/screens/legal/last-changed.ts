/** The day of the last change of each legal page: update it with every change of its text. */
export const lastChanged = { terms: '2026-11-26', privacy: '2026-11-26', accessibility: '2026-11-22' } as const;
