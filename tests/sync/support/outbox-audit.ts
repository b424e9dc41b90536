/**
 * Compares the real database after a program with the promises: each accepted write in effect
 * exactly once.
 */
import { expect } from 'vitest';
import type { RawCommand } from '@/outbox/command';
import type { Ledger } from './outbox-ledger';
import type { Stage } from './outbox-stage';

interface Row {
  id: string;
  user_id: string | null;
  kind: string;
  /** The number of its effects. */
  effects: number;
}

const OF_LESSONS = [
  'request_not_accepted',
  'lesson_unknown',
  'lesson_over',
  'lesson_exists',
  'too_many_lessons',
  'lesson_started',
  'lesson_not_started',
  'lesson_not_ended',
  'lesson_not_confirmed',
  'start_passed',
  'proposal_changed',
  'lesson_doubled',
  'time_taken',
];

/** The refusals that the server's state explains. */
const REASONS: Record<string, readonly string[]> = {
  'lesson_request.answer': ['request_cancelled', 'already_answered'],
  'lesson_request.cancel': ['request_cancelled', 'already_answered', 'request_unknown'],
  'evaluation.save': ['request_not_accepted'],
  'evaluation.reply': ['evaluation_unknown'],
  ...Object.fromEntries(
    ['propose', 'move', 'confirm', 'withdraw', 'call_off', 'outcome'].map((name) => [
      `lesson.${name}`,
      OF_LESSONS,
    ]),
  ),
  'note.save': ['too_many_texts', 'lesson_unknown'],
  'lesson_request.create': ['request_exists'],
  'lead.create': ['lead_exists'],
  'slug.set': ['slug_too_many'],
  'event.propose': ['event_published', 'too_many_events'],
  'event.confirm': ['event_unknown'],
  'event.call_off': ['event_unknown'],
  'partner.ask': ['too_many_requests', 'guardian_account'],
  'partner.answer': ['request_over', 'too_many_answers', 'guardian_account'],
  'partner.accept': ['request_unknown', 'answer_over', 'guardian_account'],
  'partner.withdraw': ['request_unknown'],
};

/** Counts, by kind, delivered and refused writes. */
export async function audit(
  { embedded }: Stage,
  ledger: Ledger,
  stored: readonly RawCommand[],
  count: (what: string) => void,
): Promise<void> {
  const rows = await embedded.database.query<Row>(EFFECTS);
  const promised = new Map(ledger.all.map((command) => [command.id, command]));
  const stopped = new Set(
    ledger.all.flatMap(({ kind, entity }) => (kind === 'alert.stop' ? [entity.id] : [])),
  );
  for (const row of rows) {
    const command = promised.get(row.id);
    expect(command, `${row.kind} ${row.id} is nobody's`).toBeDefined();
    expect(row, 'as it was promised').toMatchObject({ user_id: command?.userId, kind: command?.kind });
    const isStopped = row.kind === 'alert.visitor' && stopped.has(command?.entity.id ?? '');
    expect(isStopped ? [0, 1] : [1], `${row.kind} ${row.id} in effect once`).toContain(row.effects);
    count(`${row.kind} arrived`);
  }
  const arrived = new Set(rows.map(({ id }) => id));
  for (const { id, kind, entity, status, error, payload } of stored) {
    // Stopping is not noted, since it may be repeated: the alert is gone.
    if (status === 'delivered' && kind === 'alert.stop') {
      const left = await embedded.database.query('select id from app.visitor_alerts where id = $1', [
        entity.id,
      ]);
      expect(left, `${kind} ${id} in effect`).toEqual([]);
      count(`${kind} arrived`);
    } else if (status === 'delivered' && kind !== 'lead.match')
      expect(arrived, `${kind} ${id}`).toContain(id);
    if (status === 'delivered' && kind === 'lead.match') count(`${kind} arrived`);
    if (status !== 'rejected') continue;
    const blank = JSON.stringify(payload).includes('"   "') && error?.hint === 'invalid_value';
    const foreseen = ['refused', null, ...(REASONS[kind] ?? [])];
    if (!blank) expect(foreseen, `${kind} ${id} was refused`).toContain(error?.hint);
    count(`${kind} refused`);
  }
  const [strays] = await embedded.database.query<{ leads: number }>(
    `select count(*)::int as leads from public.student_leads l
     where not exists (select from public.command_log c where c.result ->> 'id' = l.id::text)`,
  );
  expect(strays, 'rows without a command').toEqual({ leads: 0 });
}

/** A second effect would be a second row, a second entry in an inbox, or another person's row. */
const EFFECTS = `select c.id, c.user_id, c.kind, (case c.kind
    when 'lead.create' then (select count(*) from public.student_leads l
      where l.id = (c.result ->> 'id')::uuid and l.user_id is not distinct from c.user_id)
    when 'lesson_request.create' then (select count(*) from public.lesson_requests r, public.notifications n
      where r.id = (c.result ->> 'request_id')::uuid and r.student_id = c.user_id
        and n.kind = 'lesson_request.created' and n.url like '%' || r.id)
    when 'lesson_request.answer' then (select count(*) from public.lesson_requests r, public.notifications n
      where r.id = (c.result ->> 'request_id')::uuid and r.teacher_id = c.user_id
        and n.kind in ('lesson_request.accepted', 'lesson_request.declined') and n.url like '%' || r.id)
    when 'lesson_request.cancel' then (select count(*) from public.lesson_requests r, public.notifications n
      where r.id = (c.result ->> 'request_id')::uuid and r.status = 'Cancelado' and r.cancelled_by is not null
        and c.user_id in (r.student_id, r.teacher_id)
        and n.kind = 'lesson_request.cancelled' and n.url like '%' || r.id)
    when 'evaluation.save' then (select count(*) from public.lesson_evaluations e
      where e.id = (c.result ->> 'evaluation_id')::uuid and e.evaluator_id = c.user_id)
    -- The first reply tells the author, and the first after the evaluation changed: never more often than replies arrived.
    when 'evaluation.reply' then (select case when count(*) between 1 and (select count(*) from public.command_log o
        where o.kind = c.kind and o.user_id = c.user_id and o.result ->> 'evaluation_id' = c.result ->> 'evaluation_id')
        then 1 else count(*) end from public.lesson_evaluations e, public.notifications n
      where e.public_id = (c.result ->> 'evaluation_id')::uuid and e.evaluated_id = c.user_id and e.reply is not null
        and n.kind = 'evaluation.replied' and n.url like '%/' || e.lesson_request_id and n.user_id = e.evaluator_id)
    -- Each made one notice: as many of a kind as commands of that kind.
    when 'lesson.propose' then (select (count(*) = jsonb_array_length(c.result -> 'lesson_ids'))::int from public.lessons l
      where coalesce(l.series_id, l.id) = (
        select coalesce(f.series_id, f.id) from public.lessons f where f.id = (c.result -> 'lesson_ids' ->> 0)::uuid))
    when 'lesson.outcome' then (select count(*) from public.lessons l
      where l.id = (c.result -> 'lesson_ids' ->> 0)::uuid and num_nonnulls(l.student_outcome, l.teacher_outcome) > 0)
    when 'lesson.move' then (select (count(*) = (select count(*) from public.command_log o where o.kind = 'lesson.move'))::int
      from public.notifications n where n.kind = 'lesson.moved' and not n._deleted)
    when 'lesson.confirm' then (select (count(*) = (select count(*) from public.command_log o where o.kind = 'lesson.confirm'))::int
      from public.notifications n where n.kind = 'lesson.confirmed' and not n._deleted)
    when 'lesson.withdraw' then (select (count(*) = (select count(*) from public.command_log o where o.kind = 'lesson.withdraw'))::int
      from public.notifications n where n.kind = 'lesson.withdrawn' and not n._deleted)
    when 'lesson.call_off' then (select (count(*) = (select count(*) from public.command_log o where o.kind = 'lesson.call_off'))::int
      from public.notifications n where n.kind = 'lesson.called_off' and not n._deleted)
    -- A text that another one replaced is kept: none of these names one as seen.
    when 'note.save' then (select count(*) from public.lesson_texts t where t.id = c.id and t.author_id = c.user_id)
    when 'homework.tick' then (select count(*) from public.homework_ticks k
      where k.lesson_id = (c.result ->> 'row_id')::uuid and k.student_id = c.user_id)
    when 'event.propose' then (select count(*) from public.events e join public.event_proposals p on p.event_id = e.id
      where e.id = (c.result ->> 'row_id')::uuid and p.person_id = c.user_id)
    when 'event.confirm' then (select count(*) from public.events e join public.event_proposals p on p.event_id = e.id
      where e.id = (c.result ->> 'row_id')::uuid and p.person_id = c.user_id
        and e.confirmed_at >= (c.result ->> 'confirmed_at')::timestamptz)
    when 'event.call_off' then (select count(*) from public.events e join public.event_proposals p on p.event_id = e.id
      where e.id = (c.result ->> 'row_id')::uuid and p.person_id = c.user_id and cardinality(e.off_dates) <= 1)
    when 'partner.ask' then (select count(*) from public.partner_requests r
      where r.id = (c.result ->> 'row_id')::uuid and r.person_id = c.user_id)
    -- One row and one notice for each of the two, however often somebody answers.
    when 'partner.answer' then (select (count(*) = 1 and (select count(*) from public.partner_answers) = (
        select count(*) from public.notifications n where n.kind = 'partner.answered' and not n._deleted))::int
      from public.partner_answers a where a.request_id = (c.result ->> 'row_id')::uuid and a.person_id = c.user_id)
    when 'partner.accept' then (select (count(*) = 1 and (
        select count(*) from public.notifications n where n.kind = 'partner.accepted' and not n._deleted) <= (
        select count(*) from public.command_log o where o.kind = 'partner.accept'))::int
      from public.partner_requests r
      where r.id = (c.result ->> 'row_id')::uuid and r.person_id = c.user_id and r.found_at is not null)
    when 'partner.withdraw' then (select count(*) from public.partner_requests r
      where r.id = (c.result ->> 'row_id')::uuid and r.person_id = c.user_id and r.ended_at is not null)
    when 'going.set' then (select count(*) from public.event_goings g
      where g.id = (c.result ->> 'row_id')::uuid and g.person_id = c.user_id)
    when 'step.mark' then (select count(*) from public.step_marks m
      where m.id = (c.result ->> 'row_id')::uuid and m.person_id = c.user_id)
    when 'step.review' then (select count(*) from public.step_reviews w where w.id = c.id and w.person_id = c.user_id)
    when 'alert.set' then (select count(*) from public.teacher_alerts a
      where a.id = (c.result ->> 'row_id')::uuid and a.user_id = c.user_id)
    when 'alert.visitor' then (select count(*) from app.visitor_alerts v where v.id = (c.result ->> 'alert_id')::uuid)
    when 'payment_key.set' then (select count(*) from public.payment_keys k where k.id = c.user_id)
    when 'slug.set' then (select count(*) from app.teacher_addresses a where a.teacher_id = c.user_id and a.is_chosen
      and a.digest = app.address_digest(c.result ->> 'slug'))
    when 'profile.update' then (select count(*) from public.user_profiles p where p.id = c.user_id)
    when 'notifications.read' then 1
    else 0 end)::int as effects
  from public.command_log c`;
