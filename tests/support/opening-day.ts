/** The time at which every test's shop was filled. */
export const openingDay = new Date('2025-09-01T09:00:00.000Z');
