-- Two people write about one lesson without having seen each other's write. Whichever arrives first, the lesson ends up
-- the same: src/db/lesson-crossings.ts has the table. Nobody is bound to a time that they had taken back or replaced before
-- they read the answer, and a counter-proposal outlives the withdrawal of what it answers.
--
-- What the last confirmation or withdrawal of a lesson changed, so that a write whose author had not seen it counts on
-- the lesson as it was before.
create table app.lesson_turns (
  lesson_id uuid primary key references public.lessons (id),
  kind text not null check (kind in ('confirmed', 'withdrawn')),
  -- Whose proposal was confirmed or withdrawn.
  side text not null check (side in ('student', 'teacher')),
  proposal_id uuid not null,
  -- The other version of the lesson than its author's: what was based on an earlier one had not seen it.
  version bigint not null,
  -- The row and its proposals before.
  former jsonb not null,
  proposals jsonb not null
);
alter table app.lesson_turns enable row level security;
insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, blanks, reason) values
  ('app.lesson_turns', '{former,proposals}',
    't.lesson_id in (select l.id from public.lessons l join public.lesson_requests r on r.id = l.request_id
      where $1 in (r.student_id::text, r.teacher_id::text))',
    null, 'gone', null, 'a lesson before its last answer: what it says is in the proposals');

-- Notes the lessons as they are, before a proposal of `side` is confirmed or withdrawn.
create function app.note_turns(ids uuid[], kind text, side text, proposal uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into app.lesson_turns as t (lesson_id, kind, side, proposal_id, version, former, proposals)
    select l.id, note_turns.kind, note_turns.side, proposal, app.current_version(), to_jsonb(l),
      coalesce((select jsonb_agg(to_jsonb(p)) from public.lesson_proposals p where p.lesson_id = l.id), '[]')
    from public.lessons l where l.id = any (ids)
    on conflict (lesson_id) do update set kind = excluded.kind, side = excluded.side, proposal_id = excluded.proposal_id,
      version = excluded.version, former = excluded.former, proposals = excluded.proposals
$$;

-- Puts the lessons that `change` means back to what they were before a turn that its author had not seen. Returns the
-- lesson that it names, as it is then. `own_proposal`: the confirmed proposal that the author takes back, `other_proposal`:
-- the one that the author confirms; both null: the author proposes anew.
create function app.undo_unseen_turns(
  lesson public.lessons, request public.lesson_requests, change jsonb, base_version bigint, own_proposal uuid,
  other_proposal uuid
) returns public.lessons
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own_side constant text := app.side_in(request);
  turn app.lesson_turns;
  former public.lessons;
  turned uuid[];
  undone uuid[] := '{}';
begin
  turned := array(
    select t.lesson_id from app.lesson_turns t join public.lessons l on l.id = t.lesson_id
    where (l.id = lesson.id or change ->> 'scope' = 'following' and l.series_id = lesson.series_id
        and l.series_index > lesson.series_index)
      and (
        -- The other side has confirmed what the author takes back or replaces.
        t.kind = 'confirmed' and t.side = own_side and l.status = 'confirmed' and l.starts_at > now()
          and other_proposal is null
          and (t.proposal_id = own_proposal or own_proposal is null and base_version < t.version)
        -- Each has confirmed the other's proposal: the later proposal counts.
        or t.kind = 'confirmed' and t.side = own_side and l.status = 'confirmed' and l.starts_at > now() and exists (
          select from jsonb_populate_recordset(null::public.lesson_proposals, t.proposals) mine,
            jsonb_populate_recordset(null::public.lesson_proposals, t.proposals) theirs
          where mine.side = own_side and theirs.side <> own_side and theirs.id = other_proposal
            and (theirs.proposed_at, theirs.side) > (mine.proposed_at, mine.side))
        -- The other side has withdrawn what the author answers with a proposal.
        or t.kind = 'withdrawn' and t.side <> own_side and l.status = 'called_off' and l.called_off_by = t.side
          and own_proposal is null and other_proposal is null and base_version < t.version
      )
  );
  for turn in select t.* from app.lesson_turns t where t.lesson_id = any (turned) order by t.lesson_id for update
  loop
    former := jsonb_populate_record(null::public.lessons, turn.former);
    -- Its former time was given to another lesson meanwhile: what was confirmed stands.
    continue when former.status = 'confirmed' and not app.is_time_free(request, former, turned);
    update public.lessons l set status = former.status, agreed_at = former.agreed_at, starts_local = former.starts_local,
        zone = former.zone, starts_at = former.starts_at, minutes = former.minutes, place = former.place,
        price_cents = former.price_cents, proposed_last = former.proposed_last, called_off_by = null
      where l.id = turn.lesson_id;
    delete from public.lesson_proposals p where p.lesson_id = turn.lesson_id;
    insert into public.lesson_proposals
      select p.* from jsonb_populate_recordset(null::public.lesson_proposals, turn.proposals) p
      where turn.kind = 'confirmed' or p.side <> turn.side;
    delete from app.lesson_turns t where t.lesson_id = turn.lesson_id;
    if turn.kind = 'confirmed' then
      undone := undone || turn.lesson_id;
    end if;
  end loop;
  if cardinality(undone) > 0 then
    perform app.tell_of_lesson(request, lesson.id, 'lesson.withdrawn', 'A confirmação não valeu',
      '{name} tinha mudado a resposta sobre a aula de {style} antes de ver a sua confirmação. Veja como está agora.');
  end if;
  select * into lesson from public.lessons l where l.id = lesson.id;
  return lesson;
end
$$;

-- The other side has called the lesson off, and the caller does so without having seen it: both did. Returns the lessons
-- that this is so of, and calls off those of the series that are still open. `wholly`: the caller calls off; else the
-- caller withdraws the only proposal, which ends a lesson too.
create function app.called_off_by_both(
  lesson public.lessons, request public.lesson_requests, change jsonb, base_version bigint, wholly boolean
) returns uuid[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  own_side constant text := app.side_in(request);
  ids uuid[];
begin
  if lesson.status <> 'called_off' or lesson.called_off_by is distinct from app.other_side(own_side)
    or coalesce(base_version >= app.lesson_version(lesson.id), true)
    or not wholly and (lesson.agreed_at is not null or exists (
      select from public.lesson_proposals p where p.lesson_id = lesson.id and p.side <> own_side))
  then
    return '{}';
  end if;
  ids := array(select l.id from public.lessons l
    where l.id = lesson.id or change ->> 'scope' = 'following' and l.series_id = lesson.series_id
      and l.series_index > lesson.series_index and l.status = 'called_off'
      and l.called_off_by = app.other_side(own_side)
    order by l.id for update);
  update public.lessons l set called_off_by = 'both' where l.id = any (ids);
  if wholly and change ->> 'scope' = 'following' then
    ids := ids || array(select m.id from app.lessons_meant(lesson, change) m where m.id <> all (ids));
    update public.lessons l set status = 'called_off', called_off_by = own_side
      where l.id = any (ids) and l.status <> 'called_off';
  end if;
  perform app.tell_of_lesson(request, lesson.id, 'lesson.called_off', 'Aula cancelada',
    '{name} também cancelou a aula de {style}.');
  return ids;
end
$$;
