/**
 * The model's programs against the real backend: the same promises, kept by the real procedures on
 * both drivers.
 */
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { mainTargets } from '../support/backend';
import { busyStep } from './support/outbox-arbitrary';
import { audit } from './support/outbox-audit';
import { type Coverage, World } from './support/outbox-program';
import { realCast } from './support/outbox-real-cast';
import { type Stage, startStage } from './support/outbox-stage';
import { ANSWERS } from './support/outbox-steps';
import { TOURS } from './support/outbox-tours';

/**
 * Replay: OUTBOX_REAL_SEED=… OUTBOX_PATH=…, as a failure prints them. For more runs:
 * OUTBOX_REAL_RUNS=….
 */
const seed = Number(process.env.OUTBOX_REAL_SEED ?? 20_261_121);
const path = process.env.OUTBOX_PATH;
const numRuns = Number(process.env.OUTBOX_REAL_RUNS || (process.env.TEST_FULL === '1' ? 150 : 16));

const KINDS = [
  'profile.update',
  'notifications.read',
  'lead.create',
  'lead.match',
  'lesson_request.create',
  'lesson_request.answer',
  'lesson_request.cancel',
  'evaluation.save',
  'evaluation.reply',
  'lesson.propose',
  'lesson.move',
  'lesson.confirm',
  'lesson.withdraw',
  'lesson.outcome',
  'payment_key.set',
  'slug.set',
  'note.save',
  'homework.tick',
  'step.mark',
  'step.review',
  'alert.set',
  'alert.visitor',
  'going.set',
  'event.propose',
  'event.confirm',
  'event.call_off',
  'partner.ask',
  'partner.answer',
  'partner.accept',
  'partner.withdraw',
  'alert.stop',
];

describe.each(mainTargets())('programs on $name', ({ name, start }) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage({ name, start });
  });
  afterAll(() => stage?.backend.stop());

  test('whatever happens on the way: each write once, under its own name, or refused and shown', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const coverage: Coverage = new Map();
    const count = (what: string) => coverage.set(what, (coverage.get(what) ?? 0) + 1);
    const cast = realCast(stage);
    await fc.assert(
      fc.asyncProperty(fc.array(busyStep, { minLength: 14, maxLength: 24, size: 'max' }), async (steps) => {
        const world = new World(coverage, cast);
        await cast.last().clear();
        await world.run(steps, async (stored) => audit(stage, world.ledger, stored, count));
      }),
      { seed, numRuns, examples: TOURS, endOnFailure: true, ...(path !== undefined && { path }) },
    );
    if (path !== undefined) return;
    const counts = totals(coverage);
    const text = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([what, times]) => `${what} ${times}`);
    console.info(`${numRuns} programs on ${name}: ${text.join(', ')}`);
    const missing = [...ANSWERS, 'hang'].filter((fault) => !counts.has(fault));
    expect(missing, 'every fault met a write').toEqual([]);
    for (const kind of KINDS)
      expect(coverage.get(`${kind} arrived`) ?? 0, `${kind} arrived`).toBeGreaterThan(0);
  }, 600_000);
});

/** Counts faults by name over all states of commands, and outcomes of writes by kind. */
function totals(coverage: Coverage): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [what, times] of coverage) {
    const [state, fault = what] = what.split(' × ');
    // Faults count only while a command is in progress.
    if (fault === what || state === 'sending') counts.set(fault, (counts.get(fault) ?? 0) + times);
  }
  return counts;
}
