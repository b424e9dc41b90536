/** Elements of programs: steps, faults, and the two releases of the app that take turns. */

import type { CommandStatus, RawCommand } from '@/outbox/command';
import { profileUpdate } from '@/outbox/commands/profile-update';
import type { Outcome } from './outbox-server';

export const STATES = [
  'queued',
  'sending',
  'delivered',
  'rejected',
  'parked',
  'attention',
] as const satisfies readonly CommandStatus[];

export const ANSWERS = [
  'lost',
  'cut',
  'repeated',
  'late',
  '401',
  '403',
  '409',
  '422',
  '429',
  '5xx',
  'portal',
  'schema',
  'paused',
  'unconfirmed',
  'foreign',
] as const satisfies readonly Outcome[];

export const FAULTS = [
  ...ANSWERS,
  'hang',
  'kill',
  'reload',
  'two-tabs',
  'worker',
  'offline',
  'expiry',
  'sign-out',
  'discard-at-sign-out',
  'other-person',
  'clock-back',
  'clock-forward',
  'full-disk',
  'update',
  'hint-lost',
  'hint-doubled',
  'restore',
] as const;
export type Fault = (typeof FAULTS)[number];

export type Step =
  | {
      do: 'write';
      what:
        | 'profile'
        | 'bad-profile'
        | 'lead'
        | 'bad-lead'
        | 'match'
        | 'request'
        | 'cancel'
        | 'lesson'
        | 'evaluation'
        | 'agenda'
        | 'later';
    }
  | { do: 'fault'; fault: Fault; n: number }
  | { do: 'ok' }
  | { do: 'flush' }
  | { do: 'arrange' }
  | { do: 'edit' | 'discard' | 'retry'; n: number }
  | { do: 'wait'; minutes: number }
  | { do: 'arrive' }
  | { do: 'other-phone' };

export const FIRST_RELEASE = {
  version: profileUpdate.version,
  args: profileUpdate.args,
  upgrade: undefined,
};

/** A release with other field names; writes stored by the older one still have to arrive. */
export const SECOND_RELEASE = {
  version: 2,
  args: ({ id, payload, base }: RawCommand) => ({
    command_id: id,
    changes: (payload as { columns: unknown }).columns,
    base_version: base,
  }),
  upgrade: (payload: unknown) => ({ columns: (payload as { changes: unknown }).changes }),
};
