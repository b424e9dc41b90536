/** Programs of two people who write about lessons, as generated data, and the commands that they mean. */
import fc from 'fast-check';
import { otherSide, proposalOf } from '@/db/lessons/lesson-rules';
import type { RequestSide } from '@/db/rows/lesson-fields';
import {
  LESSON_OUTCOMES,
  LESSON_SCOPES,
  type LessonRow,
  lessonEntity,
  namedLesson,
} from '@/db/rows/lesson-fields';
import type { Versioned } from '@/db/rows/row-check';
import type { RawCommand } from '@/outbox/command';
import type { KindName, PayloadOf } from '@/outbox/commands/kinds';
import type { StoredCommand } from '@/outbox/stored-command';
import type { Act } from './lesson-model';

const pick = fc.nat({ max: 7 });
const days = fc.integer({ min: 1, max: 20 });
const scope = fc.constantFrom(...LESSON_SCOPES);

export const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('propose' as const), days, weeks: fc.constantFrom(1, 1, 3) }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), pick, days, scope }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('confirm' as const), pick, scope }) },
  fc.record({ kind: fc.constant('withdraw' as const), pick, scope }),
  fc.record({ kind: fc.constant('call_off' as const), pick, scope }),
  fc.record({ kind: fc.constant('outcome' as const), pick, outcome: fc.constantFrom(...LESSON_OUTCOMES) }),
);

interface Author {
  side: RequestSide;
  requestId: string;
  /** The screen: lessons as the person sees them. */
  shown: readonly Versioned<LessonRow>[];
  now: number;
  /** An id that no other command has. */
  freshId(): string;
  startIn(days: number): string;
}

const TERMS = { zone: 'America/Sao_Paulo', minutes: 60, place: 'Sala 2', price_cents: 9_000 };

/** The command that the act means on this screen; null when the screen offers no such thing. */
export function commandOf(
  wish: Act,
  { side, requestId, shown, now, freshId, startIn }: Author,
): StoredCommand | null {
  const id = freshId();
  const make = <K extends KindName>(kind: K, entity: string, payload: PayloadOf<K>, base: number | null) =>
    ({
      id,
      seq: 0,
      kind,
      version: 1,
      entity: { table: 'lessons', id: entity },
      payload,
      base,
      userId: side,
      visitor: null,
      createdAt: now,
      status: 'queued',
      attempts: 0,
      dueAt: now,
      error: null,
      ack: null,
    }) satisfies RawCommand as StoredCommand;

  if (wish.kind === 'propose') {
    const terms = { ...TERMS, starts_local: startIn(wish.days) };
    const own = freshId();
    return make(
      'lesson.propose',
      own,
      { id: own, requestId, side, terms, weeks: wish.weeks, skipped: [] },
      null,
    );
  }
  const row = shown[wish.pick % Math.max(shown.length, 1)];
  if (!row) return null;
  const [entity, base] = [lessonEntity(row), row.version === 0 ? null : row.version];
  const named = namedLesson(row);
  switch (wish.kind) {
    case 'move': {
      const terms = { ...TERMS, starts_local: startIn(wish.days) };
      return make('lesson.move', entity, { ...named, scope: wish.scope, terms }, base);
    }
    case 'confirm': {
      const proposalId = proposalOf(row, otherSide(side))?.id;
      return proposalId
        ? make('lesson.confirm', entity, { ...named, scope: wish.scope, proposalId }, base)
        : null;
    }
    case 'withdraw': {
      const proposalId = proposalOf(row, side)?.id;
      return proposalId
        ? make('lesson.withdraw', entity, { ...named, scope: wish.scope, proposalId }, base)
        : null;
    }
    case 'call_off':
      return make('lesson.call_off', entity, { ...named, scope: wish.scope }, base);
    case 'outcome':
      return make('lesson.outcome', entity, { ...named, outcome: wish.outcome }, base);
  }
}
