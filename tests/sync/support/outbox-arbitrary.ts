/** The steps of random programs. */
import fc from 'fast-check';
import { ANSWERS, FAULTS, type Step } from './outbox-steps';

const n = fc.nat(12);
const write = fc.record({
  do: fc.constant('write' as const),
  what: fc.constantFrom(
    'profile' as const,
    'profile' as const,
    'bad-profile' as const,
    'lead' as const,
    'bad-lead' as const,
    'match' as const,
    'request' as const,
    'cancel' as const,
    'later' as const,
  ),
});
const fault = fc.record({ do: fc.constant('fault' as const), fault: fc.constantFrom(...FAULTS), n });
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 14, arbitrary: fault },
  { weight: 3, arbitrary: write },
  { weight: 1, arbitrary: fc.constant({ do: 'ok' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'flush' as const }) },
  { weight: 6, arbitrary: fc.constant({ do: 'arrange' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('edit' as const, 'discard' as const, 'retry' as const), n }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(0.1, 1, 20, 90) }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ do: 'arrive' as const }, { do: 'other-phone' as const }) },
);

/**
 * Fewer steps without effect: against the real backend, where requests are slow, programs are few.
 */
export const busyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      what: fc.constantFrom(
        ...(['profile', 'profile', 'bad-profile', 'lead', 'bad-lead', 'match'] as const),
        ...([
          'request',
          'request',
          'request',
          'cancel',
          'cancel',
          'lesson',
          'lesson',
          'evaluation',
          'agenda',
          'agenda',
          'later',
        ] as const),
      ),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      fault: fc.constantFrom(...ANSWERS, 'hang' as const),
      n,
    }),
  },
  { weight: 2, arbitrary: fault },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      fault: fc.constantFrom('other-person' as const, 'hint-doubled' as const),
      n,
    }),
  },
  { weight: 6, arbitrary: fc.constant({ do: 'ok' as const }) },
  { weight: 2, arbitrary: fc.constantFrom({ do: 'flush' as const }, { do: 'wait' as const, minutes: 20 }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('edit' as const, 'discard' as const, 'retry' as const), n }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'arrive' as const }) },
);
