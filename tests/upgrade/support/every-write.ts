/**
 * A write of every kind by the demo's student, its teacher and a visitor, with what each of them needs before: a request
 * to answer, a lesson to move, an event that the team has published. They fill the database of a release, and wait on
 * the phone that is kept with it.
 */
import type { Command, Draft } from '@/outbox/command';
import { KINDS, type KindName, known, type PayloadOf } from '@/outbox/commands/kinds';
import { freshCommand } from '@/outbox/fresh-command';

export type Who = 'student' | 'teacher' | 'visitor';

export interface Stage {
  /** Runs one statement as the database's owner. */
  sql<T>(statement: string, ...params: unknown[]): Promise<T[]>;
  /** Sends a command as the app does. Throws when the server does not confirm it. */
  send(who: Who, command: Command): Promise<void>;
}

export interface Written {
  who: Who;
  command: ReturnType<typeof freshCommand>;
}

/** The visitor of the phone whose writes these are. */
export const VISITOR = '00000000-0000-4000-8000-00000000beef';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The request that the app makes for a command, as src/outbox/delivery.ts does. */
export function requestOf(command: Command): { path: string; body: Record<string, unknown> } {
  const found = known(command);
  if (!found) throw new Error(`${command.kind} is no kind of write`);
  const { kind } = found;
  return {
    path: kind.send?.path ?? `/rest/v1/rpc/${kind.procedure}`,
    body: kind.args(found.command as never),
  };
}

/**
 * Writes everything once: what others need is sent, the rest is handed to `keep`, which sends it too or lets it wait.
 * Rounds have other words, so that no two of them write the same.
 */
export async function writeEverything(
  stage: Stage,
  round: number,
  keep: (one: Written) => Promise<void>,
): Promise<void> {
  const { sql } = stage;
  const one = async <T extends object>(statement: string, ...params: unknown[]): Promise<T> => {
    const [row] = await sql<T>(statement, ...params);
    if (!row) throw new Error(`No row: ${statement}`);
    return row;
  };
  const byEmail = async (email: string) =>
    (await one<{ id: string }>('select id from public.user_profiles where email = $1', email)).id;
  const ids: Record<Who, string | null> = {
    student: await byEmail('aluno@danceflix.test'),
    teacher: await byEmail('professor@danceflix.test'),
    visitor: null,
  };
  const [student, teacher] = [String(ids.student), String(ids.teacher)];
  const words = `da rodada ${'abcdefghij'[round]}`;
  const now = Date.now();
  const iso = (time: number) => new Date(time).toISOString();

  const make = <K extends KindName>(
    who: Who,
    kind: K,
    entity: string,
    payload: PayloadOf<K>,
    id?: string,
  ): Written => {
    const draft: Draft = {
      kind,
      entity: { table: KINDS[kind].table, id: entity },
      payload,
      userId: ids[who],
    };
    return { who, command: freshCommand({ ...draft, ...(id !== undefined && { id }) }, VISITOR, now) };
  };
  const sent = async (written: Written) => {
    await stage.send(written.who, written.command);
    return written.command;
  };

  await sql(
    'insert into public.teacher_dance_styles select $1::uuid, d.id from public.dance_styles d where d.active on conflict do nothing',
    teacher,
  );
  // Another style each time: one request per student, teacher and style is open.
  const styles = await sql<{ id: string }>(
    `select d.id from public.dance_styles d join public.teacher_dance_styles t on t.dance_style_id = d.id and t.teacher_id = $2
     where not exists (select from public.lesson_requests r where r.student_id = $1 and r.teacher_id = $2
       and r.dance_style_id = d.id and r.status in ('Pendente', 'Aceito') and r.ended_at is null)
     order by d.name`,
    student,
    teacher,
  );
  const request = (): Written => {
    const style = styles.pop();
    if (!style) throw new Error('The teacher has too few styles');
    const id = crypto.randomUUID();
    const wanted = {
      ...{ id, teacher_id: teacher, dance_style_id: style.id, guardian_terms: null },
      ...{ preferred_days: ['segunda'], preferred_times: ['noite'], message: `Pedido ${words}` },
    };
    return make('student', 'lesson_request.create', id, { request: wanted });
  };
  const asked = async () => (await sent(request())).entity.id;
  const answer = (requestId: string) =>
    make('teacher', 'lesson_request.answer', requestId, { requestId, answer: 'accept', reason: null });

  await keep(request());
  await keep(answer(await asked()));
  const cancelled = await asked();
  await keep(
    make('student', 'lesson_request.cancel', cancelled, { requestId: cancelled, reason: `Motivo ${words}` }),
  );

  const requestId = await asked();
  await sent(answer(requestId));
  let place = round * 20;
  const terms = () => {
    place += 1;
    const starts = iso(now + (5 + place) * DAY).slice(0, 11);
    const at = { starts_local: `${starts}15:00`, zone: 'America/Sao_Paulo', minutes: 60 };
    return { ...at, place: `Sala ${place}`, price_cents: 9_000 };
  };
  const proposed = (who: 'student' | 'teacher'): Written => {
    const id = crypto.randomUUID();
    return make(who, 'lesson.propose', id, {
      id,
      requestId,
      side: who,
      terms: terms(),
      weeks: 1,
      skipped: [],
    });
  };
  const named = (lessonId: string) => ({ lessonId, requestId, seriesId: null, index: null });
  const confirmed = async (): Promise<string> => {
    const by = await sent(proposed('teacher'));
    await sent(confirm(by));
    return by.entity.id;
  };
  const confirm = ({ id, entity }: Command) =>
    make('student', 'lesson.confirm', entity.id, { ...named(entity.id), scope: 'one', proposalId: id });

  await keep(proposed('student'));
  await keep(confirm(await sent(proposed('teacher'))));
  const moved = await confirmed();
  await keep(make('student', 'lesson.move', moved, { ...named(moved), scope: 'one', terms: terms() }));
  const taken = await sent(proposed('student'));
  await keep(
    make('student', 'lesson.withdraw', taken.entity.id, {
      ...named(taken.entity.id),
      scope: 'one',
      proposalId: taken.id,
    }),
  );
  const off = await confirmed();
  await keep(make('teacher', 'lesson.call_off', off, { ...named(off), scope: 'one' }));
  const held = await confirmed();
  await sql(
    `update public.lessons l set starts_at = x.at, starts_local = x.at at time zone l.zone
     from (select date_trunc('minute', now() - make_interval(hours => $2::int)) as at) x where l.id = $1`,
    held,
    30 + round * 30,
  );
  const note = (who: 'student' | 'teacher', part: 'notes' | 'homework', text: string) =>
    make(who, 'note.save', held, { ...named(held), part, text, seen: null, dropped: [] });
  const homework = await sent(note('teacher', 'homework', `Dever ${words}`));
  await keep(note('student', 'notes', `Anotação ${words}`));
  await keep(
    make('student', 'homework.tick', held, {
      lessonId: held,
      requestId,
      homeworkId: homework.id,
      done: true,
    }),
  );
  await keep(make('student', 'lesson.outcome', held, { ...named(held), outcome: 'held' }));

  const evaluation = (who: 'student' | 'teacher'): Written => {
    const id = crypto.randomUUID();
    const about = {
      id,
      lesson_request_id: requestId,
      rating: 5,
      comment: `Comentário ${words}`,
      is_anonymous: false,
    };
    return make(who, 'evaluation.save', id, { evaluation: about });
  };
  await sent(evaluation('teacher'));
  const saved = evaluation('student');
  await keep(saved);
  await sql(`select app.release_evaluations(now() + interval '15 days')`);
  const [published] = await sql<{ public_id: string }>(
    `select public_id from public.lesson_evaluations where evaluated_id = $1 and evaluator_id = $2 and public_rating is not null
       and not is_anonymous order by created_at desc limit 1`,
    teacher,
    student,
  );
  if (!published) throw new Error('No evaluation of the teacher is published');
  const evaluationId = published.public_id;
  await keep(make('teacher', 'evaluation.reply', evaluationId, { evaluationId, text: `Resposta ${words}` }));

  const [city] = await sql<{ id: string }>('select id from public.cities where active order by name limit 1');
  const all = await sql<{ id: string }>('select id from public.dance_styles where active order by name');
  const style = (at: number) => all[(at + round * 7) % all.length]?.id ?? '';
  const cityId = String(city?.id);
  const event = (): Written => {
    const id = crypto.randomUUID();
    const wanted = {
      ...{ id, title: `Baile ${words}`, kind: 'baile', dance_style_ids: [], city_id: cityId, venue: null },
      ...{
        starts_at: `${iso(now + 30 * DAY).slice(0, 10)}T23:00:00Z`,
        ends_at: null,
        weekly: true,
        weekly_until: null,
      },
      ...{ price: null, url: null, description: null, organiser: 'Quem dança' },
    };
    return make('student', 'event.propose', id, { event: wanted });
  };
  await keep(event());
  const eventId = (await sent(event())).entity.id;
  await sql('update public.events set is_published = true where id = $1', eventId);
  const dayAfter = (weeks: number) => iso(now + (30 + weeks * 7) * DAY).slice(0, 10);
  await keep(make('student', 'event.confirm', eventId, { eventId, at: iso(now) }));
  await keep(make('student', 'event.call_off', eventId, { eventId, day: dayAfter(1), off: true }));
  await keep(
    make('teacher', 'going.set', `${eventId}:${dayAfter(2)}`, { eventId, day: dayAfter(2), going: true }),
  );

  const wish = (at: number) => ({
    ...{ event_id: null, day: null, style_id: style(at), city_id: cityId },
    ...{ role: 'dois' as const, level: 'iniciante' as const, adult: true },
  });
  // Five may be open at a time: the sides change with the round.
  const [asker, answerer] = round % 2 ? (['teacher', 'student'] as const) : (['student', 'teacher'] as const);
  const ask = (at: number): Written => {
    const id = crypto.randomUUID();
    return make(asker, 'partner.ask', id, { id, ...wish(at) }, id);
  };
  const yes = (asking: Command, at: number) =>
    make(answerer, 'partner.answer', asking.entity.id, {
      ...{ requestId: asking.entity.id, wanted: true, personId: String(ids[asker]), name: 'Par' },
      ...wish(at),
    });
  await keep(ask(0));
  await keep(yes(await sent(ask(1)), 1));
  const accepted = await sent(ask(2));
  await sent(yes(accepted, 2));
  const { id: answerId } = await one<{ id: string }>(
    'select id from public.partner_answers where request_id = $1',
    accepted.entity.id,
  );
  await keep(
    make(asker, 'partner.accept', accepted.entity.id, {
      requestId: accepted.entity.id,
      answerId,
      name: 'Par',
    }),
  );
  const ended = (await sent(ask(3))).entity.id;
  await keep(make(asker, 'partner.withdraw', ended, { requestId: ended }));

  const own = async (who: Who) => {
    const id = crypto.randomUUID();
    const post = { id, text: `Publicação ${words}`, city_id: null, dance_style_id: null };
    return make(who, 'post.create', id, { post });
  };
  await keep(await own('student'));
  const postId = (await sent(await own('student'))).entity.id;
  await keep(make('student', 'post.remove', postId, { postId, reason: null }));

  // Another one each round, without Marina and the demo's own favourites.
  const others = await sql<{ id: string }>(
    'select id from public.teacher_listings where not _deleted and id <> $1 order by id limit 6 offset $2',
    teacher,
    round * 6,
  );
  const other = (at: number) => others[at]?.id ?? '';
  await keep(
    make('student', 'favourite.set', other(0), { teacherId: other(0), wanted: true, wishedAt: iso(now) }),
  );
  await keep(
    make('student', 'block.set', other(1), {
      personId: other(1),
      name: 'Alguém',
      wanted: true,
      wishedAt: iso(now),
    }),
  );
  const about = (target_id: string) => ({
    ...{ id: crypto.randomUUID(), what: 'profile' as const, target_id, reason: 'other' as const },
    details: `Detalhe ${words}`,
  });
  await keep(make('student', 'report.create', other(2), { report: about(other(2)) }));
  const code = Array.from(
    { length: 12 },
    (_, at) => 'ABCDEFGHJKMNPQRSTVWXYZ234567'[(at * 5 + round) % 28],
  ).join('');
  await keep(make('visitor', 'report.visitor', other(3), { report: { ...about(other(3)), code } }));

  const place1 = { style_id: style(4), city_id: cityId, neighborhood: null };
  await keep(
    make('student', 'alert.set', [place1.style_id, place1.city_id, ''].join('/'), {
      ...place1,
      wanted: true,
    }),
  );
  const visitorAlert = (): Written => {
    const id = crypto.randomUUID();
    return make(
      'visitor',
      'alert.visitor',
      id,
      { alert: { id, secret: crypto.randomUUID(), ...place1 } },
      id,
    );
  };
  await keep(visitorAlert());
  const watched = await sent(visitorAlert());
  const { secret } = (watched.payload as PayloadOf<'alert.visitor'>).alert;
  await keep(make('visitor', 'alert.stop', watched.entity.id, { secret }));

  const lead = (who: Who): Written => {
    const id = crypto.randomUUID();
    const fields = { id, nome: `Pessoa ${words}`, cidade: 'Vitória', estilo_danca: 'Forró', objetivos: null };
    return make(who, 'lead.create', id, { lead: fields });
  };
  const told = lead('visitor');
  await keep(told);
  await keep(make('visitor', 'lead.match', told.command.entity.id, { leadId: told.command.entity.id }));
  await keep(lead('student'));

  await keep(
    make('student', 'step.mark', `passo-${round}`, {
      step: `passo-${round}`,
      state: 'learning',
      at: iso(now),
    }),
  );
  const review = crypto.randomUUID();
  await keep(
    make('student', 'step.review', review, { step: `passo-${round}`, rating: 3, at: iso(now) }, review),
  );
  await keep(make('student', 'notifications.preferences', student, { muted: round % 2 ? ['news'] : [] }));
  const unread = await sql<{ id: string }>(
    'select id from public.notifications where user_id = $1 and read_at is null and not _deleted order by id limit 2',
    student,
  );
  await keep(
    make('student', 'notifications.read', student, { ids: unread.map(({ id }) => id), readAt: iso(now) }),
  );
  await keep(make('student', 'profile.update', student, { changes: { name: `Aluna ${words}` } }));
  await keep(
    make('teacher', 'payment_key.set', teacher, { pixKey: '52998224725', pixName: `Marina ${words}` }),
  );
  await keep(make('teacher', 'slug.set', teacher, { slug: `marina-${'abcdefghij'[round]}` }));
  await keep(make('visitor', 'push.release', crypto.randomUUID(), { word: crypto.randomUUID() }));
}
