/**
 * Two phones, both without a connection most of the time, write about the same lessons. The phones are the outbox's
 * overlay over what was pulled; the server is the rules' model, which lesson-differential.test.ts compares with the
 * procedures. Each program ends with both phones in sync.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { otherSide, proposalOf, toAct } from '@/db/lessons/lesson-rules';
import type { LessonProposal, LessonRow, RequestSide, TimedTerms } from '@/db/rows/lesson-fields';
import type { Versioned } from '@/db/rows/row-check';
import { overlaidLessons } from '@/features/lessons/lesson-overlay';
import { wallTimeAt } from '@/lib/wall-time';
import { holdsLessons } from '@/outbox/commands/lesson-parts';
import type { StoredCommand } from '@/outbox/stored-command';
import { act, commandOf } from '../support/lesson-acts';
import { type Act, LessonServer } from '../support/lesson-model';
import { REFUSAL } from '../support/row-samples';

const seed = Number(process.env.LESSON_SEED ?? 20_261_125);
const path = process.env.LESSON_PATH;
const numRuns = Number(process.env.LESSON_RUNS || (process.env.TEST_FULL === '1' ? 100_000 : 4_000));

const BEGIN = Date.parse('2026-11-25T12:00:00Z');
const DAY = 86_400_000;

type Step =
  | { kind: 'write'; side: RequestSide; act: Act }
  /** Sends up to so many commands; the answer to the last is lost where `lost`. */
  | { kind: 'send'; side: RequestSide; most: number; lost: boolean }
  | { kind: 'pull'; side: RequestSide }
  | { kind: 'pass'; days: number };

const side = fc.constantFrom<RequestSide>('student', 'teacher');
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('write' as const), side, act }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      side,
      most: fc.integer({ min: 1, max: 4 }),
      lost: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pull' as const), side }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 9 }) }),
  },
);

const write = (author: RequestSide, wish: Act): Step => ({ kind: 'write', side: author, act: wish });
const exchange = (author: RequestSide): Step[] => [
  { kind: 'send', side: author, most: 4, lost: false },
  { kind: 'pull', side: author },
  { kind: 'pull', side: author === 'student' ? 'teacher' : 'student' },
];
/** A lesson that both have agreed on, and whose time has come: random programs alone seldom get so far. */
const AGREED: Step[] = [
  write('student', { kind: 'propose', days: 1, weeks: 1 }),
  ...exchange('student'),
  write('teacher', { kind: 'confirm', pick: 0, scope: 'one' }),
  ...exchange('teacher'),
  { kind: 'pass', days: 2 },
];
const program = fc
  .tuple(
    fc.constantFrom<Step[]>([], [], AGREED),
    fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }),
  )
  .map(([begin, rest]) => [...begin, ...rest]);

class Phone {
  rows: Versioned<LessonRow>[] = [];
  commands: StoredCommand[] = [];
  /** The proposal of a confirmation, as the screen showed it. */
  readonly seen = new Map<string, LessonProposal>();

  constructor(
    readonly side: RequestSide,
    private readonly server: LessonServer,
  ) {}

  shown = () => overlaidLessons(this.rows, this.commands);

  write(wish: Act, freshId: () => string): StoredCommand | null {
    const shown = this.shown();
    const command = commandOf(wish, {
      side: this.side,
      requestId: 'request',
      shown,
      now: this.server.now,
      freshId,
      startIn: (days) => wallTimeAt(this.server.now + days * DAY, 'America/Sao_Paulo'),
    });
    if (!command) return null;
    if (command.kind === 'lesson.confirm') {
      const row = shown.find(({ id }) => id === command.payload.lessonId);
      const proposal = row && proposalOf(row, otherSide(this.side));
      if (proposal) this.seen.set(command.id, proposal);
    }
    this.commands.push(command);
    return command;
  }

  send(most: number, lost: boolean): void {
    const waiting = this.commands.filter(({ status }) => status === 'queued').slice(0, most);
    for (const command of waiting) {
      const verdict = this.server.receive(this.side, command);
      if (lost && command === waiting.at(-1)) return;
      this.replace(
        'hint' in verdict
          ? {
              ...command,
              status: 'rejected',
              error: { ...REFUSAL, ...verdict },
            }
          : {
              ...command,
              status: 'delivered',
              ack: { version: verdict.version, answer: { ...verdict }, at: this.server.now, settled: false },
            },
      );
    }
  }

  pull(): void {
    this.rows = this.server.pull(this.side);
    const versions = new Map(this.rows.map(({ id, version }) => [id, version]));
    for (const command of this.commands) {
      const { ack } = command;
      if (!ack || !holdsLessons([], ack, { lessons: versions })) continue;
      this.replace({ ...command, ack: { ...ack, settled: true } });
    }
  }

  private replace(command: StoredCommand): void {
    this.commands = this.commands.map((one) => (one.id === command.id ? command : one));
  }
}

interface Ledger {
  student: string | null;
  teacher: string | null;
  agreed: TimedTerms | null;
}

/** The state that has to stand in the end, told from the order in which commands were accepted, without the rules. */
class Book {
  readonly lessons = new Map<string, Ledger>();
  private read = 0;
  /** By id of the proposal and lesson. */
  private readonly terms = new Map<string, LessonProposal>();

  constructor(private readonly server: LessonServer) {}

  /** Enters what the server has executed since; called after each command, while the server shows its effect. */
  note(phones: Readonly<Record<RequestSide, Phone>>): void {
    for (const { side: author, command, lessonIds } of this.server.journal.slice(this.read)) {
      for (const id of lessonIds) this.enter(phones[author], command, id);
    }
    this.read = this.server.journal.length;
  }

  private enter(phone: Phone, command: StoredCommand, id: string): void {
    const ledger = this.lessons.get(id) ?? { student: null, teacher: null, agreed: null };
    this.lessons.set(id, ledger);
    const row = this.server.rows.get(id);
    if (command.kind === 'lesson.propose' || command.kind === 'lesson.move') {
      ledger[phone.side] = command.id;
      const proposal = row ? proposalOf(row, phone.side) : null;
      if (proposal?.id === command.id) this.terms.set(`${command.id} ${id}`, proposal);
    }
    if (command.kind === 'lesson.withdraw') {
      const isEnded = row?.status === 'called_off';
      expect(isEnded).toBe(ledger[otherSide(phone.side)] === null && ledger.agreed === null);
      if (!isEnded) ledger[phone.side] = null;
    }
    if (command.kind === 'lesson.confirm') {
      const taken = this.terms.get(`${command.payload.proposalId} ${id}`);
      expect(ledger[otherSide(phone.side)]).toBe(command.payload.proposalId);
      if (!taken) throw new Error('a proposal was confirmed that nobody made');
      if (id === command.payload.lessonId) {
        expect(phone.seen.get(command.id)?.starts_local).toBe(taken.starts_local);
      }
      const { id: _, proposed_at: __, ...agreed } = taken;
      ledger.agreed = agreed;
      ledger.student = null;
      ledger.teacher = null;
    }
  }
}

type Phones = Record<RequestSide, Phone>;

/** Sends one command at a time, so that the book sees the effect of each. */
function deliver(phones: Phones, sender: RequestSide, book: Book, most: number, lost: boolean): void {
  for (let sent = 1; sent <= most; sent += 1) {
    phones[sender].send(1, lost && sent === most);
    book.note(phones);
  }
}

const plain = (row: LessonRow) => {
  const {
    side: _,
    version: __,
    write: ___,
    stored: ____,
    ...same
  } = row as LessonRow & Record<string, unknown>;
  return same;
};

function run(steps: readonly Step[], seen: Map<string, number>): void {
  const server = new LessonServer(BEGIN);
  const book = new Book(server);
  const phones = { student: new Phone('student', server), teacher: new Phone('teacher', server) };
  let made = 0;
  const freshId = () => {
    made += 1;
    return `00000000-0000-4000-8000-${made.toString(16).padStart(10, '0')}00`;
  };
  for (const one of steps) {
    if (one.kind === 'pass') server.now += one.days * DAY;
    else {
      const phone = phones[one.side];
      if (one.kind === 'write') phone.write(one.act, freshId);
      if (one.kind === 'send') deliver(phones, one.side, book, one.most, one.lost);
      if (one.kind === 'pull') phone.pull();
    }
  }
  for (const { side: sender, commands } of Object.values(phones)) {
    deliver(phones, sender, book, commands.length, false);
  }
  for (const phone of Object.values(phones)) phone.pull();
  check(server, book, phones, seen);
}

function check(server: LessonServer, book: Book, phones: Phones, seen: Map<string, number>): void {
  const [mine, theirs] = [phones.student.shown(), phones.teacher.shown()];
  // Lessons that the server refused to make are on the phone of the person who wrote them, and say so.
  const stored = (rows: typeof mine) => rows.filter((row) => row.stored);
  expect(stored(mine).map(plain)).toEqual(stored(theirs).map(plain));
  expect(stored(mine).map((row) => toAct(row, server.now))).toEqual(
    stored(theirs).map((row) => toAct(row, server.now)),
  );
  expect(stored(mine).length).toBe(server.rows.size);
  for (const row of [...mine, ...theirs]) if (!row.stored) expect(row.write?.status).toBe('rejected');
  for (const row of stored(mine)) {
    const ledger = book.lessons.get(row.id);
    expect(row.student_proposal?.id ?? null).toBe(ledger?.student ?? null);
    expect(row.teacher_proposal?.id ?? null).toBe(ledger?.teacher ?? null);
    expect(row.agreed).toEqual(ledger?.agreed ?? null);
    if (row.student_proposal && row.teacher_proposal) count(seen, 'two proposals');
    if (row.status === 'held' || row.status === 'missed') {
      expect(row.student_outcome).toBe(row.teacher_outcome);
      expect(row.student_outcome).not.toBeNull();
    }
    count(seen, row.status);
  }
  for (const { commands, side: author } of Object.values(phones)) {
    const screen = author === 'student' ? mine : theirs;
    for (const command of commands) {
      if (command.kind === 'lesson.propose' && command.status === 'rejected') {
        expect(screen.filter(({ write: one }) => one?.id === command.id).length).toBeGreaterThan(0);
      }
      expect(['delivered', 'rejected']).toContain(command.status);
      expect(server.executed.get(command.id) ?? 0).toBe(command.status === 'delivered' ? 1 : 0);
      if (command.status === 'rejected') count(seen, command.error?.hint ?? '');
    }
  }
}

const count = (seen: Map<string, number>, what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);

test('two phones that write without a connection show the same lessons, both proposals and who has to act', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(program, (steps) => run(steps, seen)),
    {
      seed,
      numRuns,
      endOnFailure: process.env.LESSON_SHRINK === undefined,
      ...(path !== undefined && { path }),
    },
  );
  if (path !== undefined) return;
  const rare = [
    'two proposals',
    'proposed',
    'confirmed',
    'held',
    'missed',
    'called_off',
    'proposal_changed',
    'lesson_doubled',
    'lesson_over',
    'lesson_started',
    'start_passed',
    'lesson_not_confirmed',
    'lesson_not_started',
  ].filter((what) => (seen.get(what) ?? 0) < numRuns / 1_000);
  expect(rare.map((what) => `${what}: ${seen.get(what) ?? 0}`)).toEqual([]);
}, 900_000);
