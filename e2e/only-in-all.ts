/** Options of a Playwright test that `npm test` leaves out, and `npm run test:all` runs; files of such tests stand in `journeys/all`. */
export const onlyInAll = { tag: '@all' } as const;
