/** The time of seeding in every test database. */
export const openingDay = new Date('2025-09-01T09:00:00.000Z');
