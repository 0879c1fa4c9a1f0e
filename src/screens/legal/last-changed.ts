/** The day on which each legal page was last changed: to be set anew with every change of its words. */
export const lastChanged = { terms: '2026-11-21', privacy: '2026-11-22', accessibility: '2026-11-21' } as const;
