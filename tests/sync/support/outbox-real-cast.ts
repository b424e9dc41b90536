/** Writes of a student, a teacher and visitors, as the app queues them, for the real procedures. */
import { GUARDIAN_TERMS } from '@/db/lessons/guardian-terms';
import { alertKey } from '@/features/alerts/wish';
import type { Draft } from '@/outbox/command';
import { profileUpdate } from '@/outbox/commands/profile-update';
import { agenda, stopAlert } from './outbox-agenda';
import { RealServer } from './outbox-backend';
import { type Cast, mending } from './outbox-cast';
import type { Place } from './outbox-drafts';
import { BALL, type Stage } from './outbox-stage';

/** A blank is not a valid name. */
const BAD = '   ';

/** Names have letters only: each number gives another one. */
const inLetters = (n: number) => Array.from(String(n), (digit) => 'abcdefghij'[Number(digit)]).join('');

/** Kinds that depend on the other side's actions meanwhile. */
const CONTESTED = [
  'lesson_request.answer',
  'lesson_request.cancel',
  'evaluation.save',
  'evaluation.reply',
  'note.save',
  'slug.set',
];
const isContested = (kind: string) => CONTESTED.includes(kind) || /^(lesson|event|partner)\./.test(kind);

export function realCast(stage: Stage): Cast & { last(): RealServer } {
  let server: RealServer | null = null;
  return {
    anna: stage.student.id,
    ben: stage.teacher.id,
    server: (now) => {
      server = new RealServer(stage, now);
      return server;
    },
    last: () => {
      if (!server) throw new Error('no program yet');
      return server;
    },
    draftOf: (what, n, userId, place) => draftOf(stage, { what, n, userId, place }),
    mayBeRefused: ({ kind }) => isContested(kind),
    mended: (payload, n) => mending(BAD)(payload, `Nome ${inLetters(n)}`),
  };
}

interface Wish {
  what: string;
  n: number;
  userId: string | null;
  place: Place;
}

function draftOf(stage: Stage, wish: Wish): Draft | null {
  const { what, n, userId } = wish;
  if (what === 'later') {
    return { kind: 'later.kind', entity: { table: 'later', id: `${n}` }, payload: { n }, userId };
  }
  if (what === 'lead' && n % 3 === 0) return (n % 2 ? null : stopAlert(wish.place)) ?? visitorAlert(stage, n);
  if (what === 'lead' || what === 'bad-lead') return lead(what === 'bad-lead', n % 2 ? userId : null, n);
  if (what === 'match') return match(wish);
  if (userId === null) return null;
  if (what === 'profile' && n % 4 === 3) return reading(wish) ?? profile(stage, wish, userId);
  if (what === 'profile' && n % 4 === 1 && userId === stage.teacher.id) {
    const entity = { table: 'user_profiles', id: userId } as const;
    return { kind: 'slug.set', entity, payload: { slug: `nome-${n}` }, userId };
  }
  if (what === 'profile' && n % 4 === 1) return alert(stage, n, userId);
  if (what === 'profile' || what === 'bad-profile') return profile(stage, wish, userId);
  if (what === 'lesson') return lesson(stage, wish, userId);
  if (what === 'agenda') return agenda(stage, n, userId, wish.place);
  if (what === 'evaluation') return reply(wish, userId) ?? evaluation(stage, wish, userId);
  if (what === 'request') {
    return userId === stage.student.id ? request(stage, n, userId) : answer(wish, userId);
  }
  return (n % 2 ? evaluation(stage, wish, userId) : null) ?? cancel(wish, userId);
}

function profile({ cities }: Stage, { what, n }: Wish, userId: string): Draft {
  const changes = {
    name: what === 'profile' ? `Nome ${inLetters(n)}` : BAD,
    city_id: cities[n % cities.length] ?? null,
  };
  return {
    kind: 'profile.update',
    entity: { table: 'user_profiles', id: userId },
    payload: profileUpdate.version === 1 ? { changes } : { columns: changes },
    userId,
  };
}

function lead(bad: boolean, userId: string | null, n: number): Draft {
  const id = crypto.randomUUID();
  const nome = bad ? BAD : `Pessoa ${inLetters(n)}`;
  return {
    kind: 'lead.create',
    entity: { table: 'leads', id },
    payload: { lead: { id, nome, cidade: 'Vitória', estilo_danca: 'Forró', objetivos: null } },
    userId,
  };
}

/** A phone of its own for each, which may have ten. */
function visitorAlert({ cities }: Stage, n: number): Draft {
  const id = crypto.randomUUID();
  const wish = { style_id: null, city_id: cities[n % cities.length] ?? null, neighborhood: null };
  return {
    id,
    kind: 'alert.visitor',
    entity: { table: 'visitor_alerts', id },
    payload: { alert: { id, secret: crypto.randomUUID(), ...wish } },
    userId: null,
  };
}

/** One of three wishes, on or off. */
function alert({ cities, teacher }: Stage, n: number, userId: string): Draft {
  // Each side has its own, since the model's rows are named by the wish.
  const side = userId === teacher.id ? 'de cima' : 'de baixo';
  const wish = { style_id: null, city_id: cities[0] ?? null, neighborhood: `bairro ${side} ${n % 3}` };
  const payload = { ...wish, wanted: n % 2 === 0 };
  return { kind: 'alert.set', entity: { table: 'teacher_alerts', id: alertKey(wish) }, payload, userId };
}

function match({ userId, place }: Wish): Draft | null {
  const own = place.ledger.standing.filter(({ kind }) => kind === 'lead.create').at(-1);
  const asked = place.ledger.all.some(
    ({ kind, entity }) => kind === 'lead.match' && entity.id === own?.entity.id,
  );
  if (!own || asked || (own.userId !== null && own.userId !== userId)) return null;
  return {
    kind: 'lead.match',
    entity: own.entity,
    payload: { leadId: own.entity.id },
    userId: own.userId,
  };
}

/**
 * One request a style: the server accepts only the first open request of a student, a teacher and a
 * style.
 */
function request({ styles, teacher }: Stage, n: number, userId: string): Draft {
  const id = crypto.randomUUID();
  const wanted = {
    id,
    teacher_id: teacher.id,
    dance_style_id: styles[n % styles.length],
    preferred_days: ['segunda'],
    preferred_times: ['noite'],
    message: `Mensagem ${n}`,
    ...(n % 3 === 0 && { guardian_terms: GUARDIAN_TERMS }),
  };
  return {
    kind: 'lesson_request.create',
    entity: { table: 'lesson_requests', id },
    payload: { request: wanted },
    userId,
  };
}

/** Requests in the phone's last pull, without those that already have such a command. */
function requestsIn({ userId, place: { phone, ledger } }: Wish, status: string, done: readonly string[]) {
  const own = ledger.all.filter((one) => one.userId === userId && done.includes(one.kind));
  const touched = new Set(own.map(({ entity }) => entity.id));
  return [...phone.replica].flatMap(([key, { version, fields }]) => {
    const [table, id = ''] = key.split('/');
    return table === 'lesson_requests' && fields.status === status && !fields.ended_at && !touched.has(id)
      ? [{ id, version }]
      : [];
  });
}

function answer(wish: Wish, userId: string): Draft | null {
  const asked = requestsIn(wish, 'Pendente', ['lesson_request.answer', 'lesson_request.cancel']).at(-1);
  if (!asked) return null;
  const declines = wish.n % 4 === 0;
  return {
    kind: 'lesson_request.answer',
    entity: { table: 'lesson_requests', id: asked.id },
    payload: {
      requestId: asked.id,
      answer: declines ? 'decline' : 'accept',
      reason: declines ? 'Agenda cheia' : null,
    },
    base: asked.version,
    userId,
  };
}

/** Requests that are not sent yet count too, by author. */
function cancel(wish: Wish, userId: string): Draft | null {
  const { ledger } = wish.place;
  const asked = ledger.standing
    .filter(({ kind, userId: by }) => kind === 'lesson_request.create' && by === userId)
    .at(-1);
  const isCancelled = ledger.all.some(
    ({ kind, entity }) => kind === 'lesson_request.cancel' && entity.id === asked?.entity.id,
  );
  const known = requestsIn(wish, 'Aceito', ['lesson_request.cancel']).at(-1);
  const chosen = asked && !isCancelled ? { id: asked.entity.id, version: null } : known;
  if (!chosen) return null;
  return {
    kind: 'lesson_request.cancel',
    entity: { table: 'lesson_requests', id: chosen.id },
    payload: { requestId: chosen.id, reason: null },
    base: chosen.version,
    userId,
  };
}

function evaluation(stage: Stage, wish: Wish, userId: string): Draft | null {
  const accepted = requestsIn(wish, 'Aceito', []).at(-1);
  if (!accepted) return null;
  const id = crypto.randomUUID();
  return {
    kind: 'evaluation.save',
    entity: { table: 'lesson_evaluations', id },
    payload: {
      evaluation: {
        id,
        lesson_request_id: accepted.id,
        rating: 1 + (wish.n % 5),
        comment: `Comentário ${wish.n}`,
        // The same for all of a request: an evaluation that hides its author again gets another public id. One of the two
        // has a name, to which the other can reply.
        is_anonymous: accepted.id.charCodeAt(0) % 3 === (userId === stage.student.id ? 0 : 1),
      },
    },
    userId,
  };
}

/** Replies to a published evaluation of this person, or changes the reply. */
function reply({ n, place }: Wish, userId: string): Draft | null {
  const received = [...place.phone.replica].flatMap(([key, { fields }]) =>
    key.startsWith('lesson_evaluations/') &&
    fields.evaluated_id === userId &&
    fields.public_rating !== null &&
    fields.is_anonymous === false
      ? [String(fields.public_id)]
      : [],
  );
  const evaluationId = received.at(-1);
  if (evaluationId === undefined) return null;
  return {
    kind: 'evaluation.reply',
    entity: { table: 'lesson_evaluations', id: evaluationId },
    payload: { evaluationId, text: `Resposta ${n}` },
    userId,
  };
}

/** Proposes a lesson under an accepted request, or what comes next for a lesson in the phone's last pull. */
function lesson(stage: Stage, wish: Wish, userId: string): Draft | null {
  const side = userId === stage.student.id ? 'student' : 'teacher';
  if (userId === stage.teacher.id && wish.n % 5 === 0) {
    return {
      kind: 'payment_key.set',
      entity: { table: 'payment_keys', id: userId },
      payload: { pixKey: '52998224725', pixName: `Nome ${inLetters(wish.n)}` },
      userId,
    };
  }
  if (wish.n % 5 === 1 && wish.n % 3 === 0) return alert(stage, wish.n, userId);
  if (wish.n % 5 < 2) return steps(side, wish, userId);
  const noted = wish.n % 5 === 2 ? notes(side, wish, userId) : null;
  if (noted) return noted;
  // At an hour of its own, so that few are refused for a lesson at the same time.
  const away = (3 + (wish.n % 20)) * 24 + ((wish.n * 7) % 24);
  const start = new Date(wish.place.phone.now() + away * 3_600_000).toISOString();
  const terms = {
    starts_local: start.slice(0, 16),
    zone: 'America/Sao_Paulo',
    minutes: 60,
    place: `Sala ${wish.n}`,
    price_cents: 9_000,
  };
  const known = [...wish.place.phone.replica].filter(([key]) => key.startsWith('lessons/')).at(-1);
  if (!known || !['proposed', 'confirmed'].includes(String(known[1].fields.status))) {
    const accepted = requestsIn(wish, 'Aceito', ['lesson_request.cancel']).at(-1);
    if (!accepted) return null;
    const id = crypto.randomUUID();
    const weeks = wish.n % 3 === 0 ? 52 : 1;
    const payload = { id, requestId: accepted.id, side, terms, weeks, skipped: [] };
    return { kind: 'lesson.propose', entity: { table: 'lessons', id }, payload, userId };
  }
  const [key, { version, fields }] = known;
  const id = key.slice('lessons/'.length);
  const named = { lessonId: id, requestId: String(fields.request_id), seriesId: null, index: null };
  const proposals = (fields.proposals ?? {}) as Record<string, string>;
  const [mine, theirs] = [proposals[side], proposals[side === 'student' ? 'teacher' : 'student']];
  const draft = (kind: string, payload: object): Draft => ({
    kind,
    entity: { table: 'lessons', id },
    payload: { ...named, ...payload },
    base: version,
    userId,
  });
  if (fields.has_begun === true) return draft('lesson.outcome', { outcome: 'held' });
  const told = wish.place.ledger.all.filter(({ kind }) => kind.startsWith('lesson.'));
  const turn = told.length;
  // A proposal has the id of the command that made it, so it is withdrawn before it is pulled.
  const before = told.filter((one) => one.userId === userId && one.entity.id === id).at(-1);
  if (before?.kind === 'lesson.move' && turn % 4 > 0) {
    return draft('lesson.withdraw', { scope: 'one', proposalId: before.id });
  }
  if (mine && theirs) return draft('lesson.withdraw', { scope: 'one', proposalId: mine });
  if (theirs) return draft('lesson.confirm', { scope: 'one', proposalId: theirs });
  return turn % 4 === 3
    ? draft('lesson.call_off', { scope: 'one' })
    : draft('lesson.move', { scope: 'one', terms });
}

/** Goes to a ball, marks one of three steps, or reviews it. Each side has its own, since the model's rows are named by the step. */
function steps(side: string, { n, place }: Wish, userId: string): Draft {
  if (n % 3 === 0) {
    const day = `2099-0${side === 'student' ? 1 : 2}-${side === 'student' ? '08' : '05'}`;
    const payload = { eventId: BALL, day, going: n % 4 < 3 };
    return { kind: 'going.set', entity: { table: 'event_goings', id: `${BALL}:${day}` }, payload, userId };
  }
  const step = `${side}-passo-${n % 3}`;
  const at = new Date(place.phone.now()).toISOString();
  if (n % 2 === 0) {
    const id = crypto.randomUUID();
    const payload = { step, rating: 1 + (n % 4), at };
    return { id, kind: 'step.review', entity: { table: 'step_reviews', id }, payload, userId };
  }
  const payload = { step, state: n % 4 === 1 ? 'learning' : 'known', at };
  return { kind: 'step.mark', entity: { table: 'step_marks', id: step }, payload, userId };
}

/** Notes of the lesson in the phone's last pull, the teacher's homework, or the student's tick of it. */
function notes(side: string, { n, place }: Wish, userId: string): Draft | null {
  const known = [...place.phone.replica].filter(([key]) => key.startsWith('lessons/')).at(-1);
  if (!known) return null;
  const lessonId = known[0].slice('lessons/'.length);
  const entity = { table: 'lesson_notes', id: lessonId };
  const requestId = String(known[1].fields.request_id);
  const homework = place.ledger.all.find(
    ({ kind, entity: { id }, payload }) =>
      kind === 'note.save' && id === lessonId && (payload as { part: string }).part === 'homework',
  );
  if (side === 'student' && homework && n % 2 === 0) {
    const payload = { lessonId, requestId, homeworkId: homework.id, done: true };
    return { kind: 'homework.tick', entity, payload, userId };
  }
  const part = side === 'teacher' && !homework ? 'homework' : 'notes';
  const named = { lessonId, requestId, seriesId: null, index: null };
  const payload = { ...named, part, text: `Texto ${n}`, seen: null, dropped: [] };
  return { kind: 'note.save', entity, payload, userId };
}

function reading({ userId, place }: Wish): Draft | null {
  const unread = [...place.phone.replica].flatMap(([key, { fields }]) => {
    const [table, id = ''] = key.split('/');
    return table === 'notifications' && fields.user_id === userId && fields.read_at === null ? [id] : [];
  });
  const [first] = unread;
  if (first === undefined) return null;
  return {
    kind: 'notifications.read',
    entity: { table: 'notifications', id: first },
    payload: { ids: unread, readAt: new Date(place.phone.now()).toISOString() },
    userId,
  };
}
