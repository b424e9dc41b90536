/**
 * The rules of DESIGN.md's part Writing, broken one by one. Each mutation is a piece of the source
 * and its replacement; a missing piece fails the run, so that the list stays current.
 */
import { COMMAND_MUTATIONS } from './commands';
import type { Mutation } from './mutation';
import { OUTBOX_MUTATIONS } from './outbox';
import { REPLICA_MUTATIONS } from './replica';

export const MUTATIONS: readonly Mutation[] = [
  ...OUTBOX_MUTATIONS,
  ...COMMAND_MUTATIONS,
  ...REPLICA_MUTATIONS,
];
