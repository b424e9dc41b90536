/**
 * The built app of a run of browser tests. It is looked at once, by global-setup.ts: hashing the sources costs every
 * process and test a moment, and a source that is saved meanwhile would replace the build under running tests.
 */
import { ensureBuild } from '../../scripts/build-once';

const VARIABLE = 'DANCEFLIX_TEST_BUILD';

/** The folder of the build with which the run began. */
export async function presentBuild(): Promise<string> {
  process.env[VARIABLE] ??= await ensureBuild();
  return process.env[VARIABLE];
}
