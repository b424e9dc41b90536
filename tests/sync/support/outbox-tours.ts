/**
 * Programs that visit everything once, so that a few random ones omit no fault and no kind of
 * write.
 */
import { ANSWERS, type Fault, type Step } from './outbox-steps';

type What = Extract<Step, { do: 'write' }>['what'];
const write = (what: What): Step => ({ do: 'write', what });
const fault = (name: Fault, n = 0): Step => ({ do: 'fault', fault: name, n });
const ok: Step = { do: 'ok' };

/** Each fault meets a write, each on a separate row: a refused write delays no other. */
const FAULTS_MET: Step[] = [...ANSWERS, 'hang' as const].flatMap((name, index) => [
  write(index === 2 ? 'profile' : index % 2 ? 'request' : 'lead'),
  fault(name, index),
  { do: 'wait', minutes: 20 },
  { do: 'flush' },
  ok,
]);

/**
 * The student asks, the teacher answers and evaluates, both read the notifications, the student
 * cancels; most of it twice.
 */
const KINDS_MET: Step[] = [
  ...[write('request'), fault('repeated'), write('request'), ok],
  fault('other-person'),
  ...[write('request'), fault('repeated'), write('request'), ok],
  fault('hint-doubled'),
  ...[write('cancel'), fault('repeated'), write('profile'), ok, write('profile'), fault('repeated')],
  fault('other-person'),
  ...[write('lead'), fault('repeated'), write('match'), fault('repeated')],
  ...[write('cancel'), fault('repeated'), write('profile'), ok, write('cancel'), fault('repeated')],
];

/** Both people agree on a lesson, change and end it; each answer is lost or given twice on the way. */
const LESSONS_MET: Step[] = [
  ...[write('request'), ok, fault('other-person'), write('request'), ok],
  ...Array.from({ length: 16 }, (): Step[] => [
    ...[write('lesson'), fault('repeated'), fault('other-person')],
    ...[write('lesson'), fault('lost'), { do: 'wait', minutes: 20 } as const, { do: 'flush' } as const, ok],
    // A refused write would hold back all later ones of its lesson.
    ...[{ do: 'discard', n: 0 } as const, { do: 'other-phone' } as const],
  ]).flat(),
];

/** Both evaluate each other, the evaluations are published, and both reply and change the reply. */
const REPLIES_MET: Step[] = [
  ...[write('request'), ok, { do: 'other-phone' } as const, { do: 'other-phone' } as const],
  ...Array.from({ length: 4 }, (): Step[] => [
    ...[write('evaluation'), fault('repeated'), { do: 'other-phone' } as const, fault('other-person')],
    ...[
      write('evaluation'),
      fault('lost'),
      { do: 'wait', minutes: 20 } as const,
      { do: 'flush' } as const,
      ok,
    ],
    ...[{ do: 'other-phone' } as const, fault('other-person')],
  ]).flat(),
];

/** The teacher writes homework and chooses addresses, the student ticks the homework; both answers are lost or given twice. */
const NOTES_MET: Step[] = [
  ...[write('request'), ok, fault('other-person'), write('request'), ok],
  ...Array.from({ length: 12 }, (_, turn): Step[] => [
    ...[write('lesson'), fault(turn % 2 ? 'repeated' : 'lost'), ok, write('profile'), fault('repeated'), ok],
    ...[{ do: 'wait', minutes: 20 } as const, { do: 'flush' } as const, ok],
    ...[{ do: 'discard', n: 0 } as const, fault('other-person')],
    // One write more for every second pair: the number of a write decides what it is.
    ...(turn % 2 ? [write('lead'), ok] : []),
  ]).flat(),
];

/**
 * Both propose events, which the team publishes, confirm them and call days off; each asks for partners, answers, accepts
 * and ends; a visitor's alert is made and stopped. Answers are lost or given twice on the way.
 */
const AGENDA_MET: Step[] = Array.from({ length: 12 }, (_, turn): Step[] => [
  ...[write('agenda'), fault(turn % 3 ? 'repeated' : 'lost'), ok, write('agenda'), fault('repeated'), ok],
  ...[write('lead'), fault(turn % 2 ? 'lost' : 'repeated'), ok],
  ...[{ do: 'wait', minutes: 20 } as const, { do: 'flush' } as const, ok, ok],
  ...[{ do: 'discard', n: 0 } as const, { do: 'other-phone' } as const, fault('other-person')],
]).flat();

export const TOURS: [Step[]][] = [
  ...[FAULTS_MET, KINDS_MET, LESSONS_MET, REPLIES_MET, NOTES_MET, AGENDA_MET].map((tour): [Step[]] => [tour]),
];
