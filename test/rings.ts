// Which ring a test belongs to. `npm test` leaves out what carries this tag; `npm run test:all` plays it too.

/** Options for `it` and `describe`: too long for every change. The table of docs/contributing/suites.md says what stands in this ring. */
export const OUTER = { tags: ['outer'] };
