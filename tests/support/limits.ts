/**
 * How long tests wait, in milliseconds. These limits only end what hangs: they are so late that a machine with ten times
 * its work does not reach them, and no test has a shorter clock of its own (`tests/unit/own-clocks.test.ts`).
 */

/** Until a wait gives up; less than a test's limit, so that a failure says what was awaited. */
export const WAIT_LIMIT = 150_000;

/** For one test, and for what is set up for it. */
export const TEST_LIMIT = 300_000;
