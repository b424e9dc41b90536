-- Events that people propose, and the team publishes or refuses.
--
-- A proposal is an event that is not published, with a row here that says whose it is. Its author changes it until it is
-- published; changing a refused one sends it again. Publishing it (in the list of events, like any other) tells its author,
-- who from then on confirms it and calls dates off. The author's phones hold it among the rows of the notebook, whose
-- collection takes the small rows of a person: a page may not open many more collections.
--
-- Phones get the author's tag with a published event, as with posts of the Mural, so that a block hides it.

create table public.event_proposals (
  event_id uuid primary key references public.events (id) on delete cascade,
  person_id uuid not null,
  state text not null default 'waiting' constraint event_proposals_state_check check (state in ('waiting', 'published', 'refused')),
  -- Why the team refused it; its author reads it.
  reason text constraint event_proposals_reason_check check (char_length(btrim(reason)) between 1 and 500),
  sent_at timestamptz not null default now(),
  decided_at timestamptz,
  -- When its author was last asked to confirm it.
  reminded_at timestamptz,
  constraint event_proposals_refused check ((state = 'refused') = (reason is not null))
);
create index event_proposals_person on public.event_proposals (person_id, sent_at);
create index event_proposals_waiting on public.event_proposals (sent_at, event_id) where state = 'waiting';

alter table public.notebook_versions drop constraint notebook_versions_kind_check,
  add constraint notebook_versions_kind_check check (kind in ('note', 'mark', 'review', 'event', 'going', 'partner'));

create function app.drop_notebook_row(row_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.notebook_versions v set _deleted = true where v.id = row_id and not v._deleted
$$;

create function app.version_proposal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform app.drop_notebook_row(old.event_id);
    if old.state = 'published' then
      perform app.put_event(e) from public.events e where e.id = old.event_id and e.is_published;
    else
      -- Nobody is left who could ask about it.
      delete from public.events e where e.id = old.event_id and not e.is_published;
    end if;
  else
    perform app.version_notebook(new.event_id, new.person_id, 'event');
  end if;
  return null;
end
$$;
create trigger version after insert or update or delete on public.event_proposals
  for each row execute function app.version_proposal();

-- Publishing is the decision; every other change goes to the author's phones too.
create function app.follow_proposed_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  author uuid;
begin
  if new.is_published and not old.is_published then
    update public.event_proposals p set state = 'published', reason = null, decided_at = now()
      where p.event_id = new.id and p.state <> 'published' returning p.person_id into author;
    if author is not null then
      perform app.put_event(new);
      perform app.notify(author, 'event.published', 'Seu evento está na agenda',
        left(new.title, 80) || ' já pode ser visto por todos. Confirme de vez em quando que continua.',
        '/comunidade/eventos/' || new.slug);
      return null;
    end if;
  end if;
  perform app.version_notebook(p.event_id, p.person_id, 'event') from public.event_proposals p where p.event_id = new.id;
  return null;
end
$$;
create trigger zy_follow_proposal after update on public.events
  for each row when (old.* is distinct from new.*) execute function app.follow_proposed_event();

-- The own event as its author's phones hold it.
create function app.shown_own_event(event uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.event_content(e) || jsonb_build_object('slug', e.slug, 'is_published', e.is_published, 'state', p.state,
    'reason', p.reason, 'sent_at', to_char(p.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'updated_at', to_char(e.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
  from public.event_proposals p join public.events e on e.id = p.event_id where p.event_id = event
$$;

create or replace view app.own_notebook as
select v.id, v.person_id, v.kind,
  case when v._deleted then null else case v.kind
    when 'note' then app.shown_note(v.id, v.person_id)
    when 'mark' then (select jsonb_build_object('step', m.step, 'state', m.state, 'at',
      to_char(m.marked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from public.step_marks m where m.id = v.id)
    when 'review' then (select jsonb_build_object('step', w.step, 'rating', w.rating, 'at',
      to_char(w.reviewed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from public.step_reviews w where w.id = v.id)
    when 'event' then app.shown_own_event(v.id)
  end end as data,
  v._xid, v._deleted
from public.notebook_versions v;

-- As before, with the author's tag.
create or replace function app.event_content(event public.events) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
      'title', event.title,
      'event_kind', event.kind,
      'style_ids', to_jsonb(event.dance_style_ids),
      'city_id', event.city_id,
      'venue', event.venue,
      'starts_at', to_char(event.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'ends_at', to_char(event.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'price', event.price,
      'url', event.url,
      'description', event.description,
      'organiser', event.organiser
    )
    || case when event.weekly then jsonb_build_object(
      'weekly', true, 'weekly_until', event.weekly_until, 'off_dates', to_jsonb(event.off_dates)) else '{}' end
    || jsonb_strip_nulls(jsonb_build_object(
      'confirmed_at', to_char(event.confirmed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'author_tag', (select app.author_tag(p.person_id) from public.event_proposals p
        where p.event_id = event.id and p.state = 'published')))
$$;

-- As before, for the author of a published event too.
create or replace function app.take_event(content jsonb) returns public.events
language plpgsql volatile security definer set search_path = ''
as $$
declare
  wanted constant uuid := app.id_field(content, 'event_id');
  me constant uuid := app.require_person();
  taken public.events;
begin
  perform app.hold_people(array[me]);
  perform app.require_profile();
  if app.is_admin() or exists (
    select from public.event_proposals p where p.event_id = wanted and p.person_id = me and p.state = 'published'
  ) then
    select * into taken from public.events e where e.id = wanted for no key update;
  end if;
  if taken.id is null then
    perform app.refuse('PT404', 'event_unknown', 'there is no such event of yours');
  end if;
  return taken;
end
$$;

-- A moment as commands carry it; null where it is null. Hint: invalid_value.
create function app.moment_field(content jsonb, key text) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  told constant text := app.text_field(content, key);
begin
  if told !~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,3})?Z$' then
    perform app.refuse('22023', 'invalid_value', 'this is no time', key);
  end if;
  return told::timestamptz;
exception when datetime_field_overflow or invalid_datetime_format then
  perform app.refuse('22023', 'invalid_value', 'this is no time', key);
end
$$;

-- Command: proposes an event, or changes the caller's own one that is not published.
-- event: { id, title, kind, dance_style_ids, city_id, venue, starts_at, ends_at, weekly, weekly_until, price, url,
-- description, organiser }. Answers { version, row_id }.
-- Hints: invalid_value (22023, the field or rule in DETAIL), city_unknown, style_unknown (22023), account_blocked (42501),
-- event_exists, event_published, start_passed, too_many_events, profile_missing (PT409).
create function public.propose_event(command_id uuid, event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  a_day constant integer := 5;
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'event.propose', event);
  wanted public.events;
  present public.event_proposals;
  refused text;
  rule text;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(event) is distinct from 'object' or octet_length(event::text) > 30000 then
    perform app.refuse('22023', 'invalid_value', 'this is no event', 'event');
  end if;
  select k into refused from jsonb_object_keys(event) k where k <> all (array['id', 'title', 'kind', 'dance_style_ids',
    'city_id', 'venue', 'starts_at', 'ends_at', 'weekly', 'weekly_until', 'price', 'url', 'description', 'organiser']) limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'an event has no such field', refused);
  end if;
  foreach refused in array array['id', 'title', 'kind', 'city_id', 'starts_at', 'organiser'] loop
    if app.text_field(event, refused) is null then
      perform app.refuse('22023', 'invalid_value', 'this value is missing', refused);
    end if;
  end loop;
  wanted.id := app.id_field(event, 'id');
  wanted.title := app.text_field(event, 'title');
  wanted.kind := app.text_field(event, 'kind');
  wanted.city_id := app.id_field(event, 'city_id');
  wanted.venue := app.text_field(event, 'venue');
  wanted.starts_at := app.moment_field(event, 'starts_at');
  wanted.ends_at := app.moment_field(event, 'ends_at');
  wanted.weekly := app.boolean_field(event, 'weekly', false);
  wanted.price := app.text_field(event, 'price');
  wanted.url := app.text_field(event, 'url');
  wanted.description := app.text_field(event, 'description');
  wanted.organiser := app.text_field(event, 'organiser');
  if app.text_field(event, 'weekly_until') is not null then
    wanted.weekly_until := app.day_field(event, 'weekly_until');
  end if;
  begin
    wanted.dance_style_ids := app.text_items(event, 'dance_style_ids')::uuid[];
  exception when invalid_text_representation then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'dance_style_ids');
  end;
  if not exists (select from public.cities c where c.id = wanted.city_id and not c._deleted) then
    perform app.refuse('22023', 'city_unknown', 'there is no such city', 'city_id');
  end if;
  if exists (select from unnest(wanted.dance_style_ids) s
    where not exists (select from public.dance_styles d where d.id = s and not d._deleted))
  then
    perform app.refuse('22023', 'style_unknown', 'there is no such dance style', 'dance_style_ids');
  end if;
  if wanted.starts_at > now() + interval '2 years' then
    perform app.refuse('22023', 'invalid_value', 'this is too far ahead', 'starts_at');
  end if;

  -- Serialises one person's proposals, so that the limit holds.
  perform from public.user_profiles p where p.id = me for no key update;
  perform app.require_profile();
  if app.is_blocked_account(me) then
    perform app.refuse('42501', 'account_blocked', 'this account may not propose');
  end if;
  select * into present from public.event_proposals p where p.event_id = wanted.id and p.person_id = me for update;
  if present.state = 'published' then
    perform app.refuse('PT409', 'event_published', 'a published event is changed by the team');
  end if;
  if wanted.starts_at < now() and not (wanted.weekly and wanted.starts_at > now() - interval '366 days') then
    perform app.refuse('PT409', 'start_passed', 'this has begun');
  end if;
  if present.event_id is null and (
    select count(*) from public.event_proposals p where p.person_id = me and p.sent_at > now() - interval '24 hours'
  ) >= a_day then
    perform app.refuse('PT409', 'too_many_events', 'these are enough events for a day');
  end if;
  begin
    if present.event_id is null then
      insert into public.events (id, title, kind, dance_style_ids, city_id, venue, starts_at, ends_at, weekly, weekly_until,
          price, url, description, organiser)
        values (wanted.id, wanted.title, wanted.kind, wanted.dance_style_ids, wanted.city_id, wanted.venue, wanted.starts_at,
          wanted.ends_at, wanted.weekly, wanted.weekly_until, wanted.price, wanted.url, wanted.description, wanted.organiser);
      insert into public.event_proposals (event_id, person_id) values (wanted.id, me);
    else
      update public.events e set (slug, title, kind, dance_style_ids, city_id, venue, starts_at, ends_at, weekly, weekly_until,
          off_dates, price, url, description, organiser) = (null, wanted.title, wanted.kind, wanted.dance_style_ids,
          wanted.city_id, wanted.venue, wanted.starts_at, wanted.ends_at, wanted.weekly, wanted.weekly_until, '{}',
          wanted.price, wanted.url, wanted.description, wanted.organiser)
        where e.id = wanted.id;
      update public.event_proposals p set state = 'waiting', reason = null, decided_at = null where p.event_id = wanted.id;
    end if;
  exception
    -- restrict_violation: the id belongs to other public content.
    when unique_violation or restrict_violation then
      perform app.refuse('PT409', 'event_exists', 'this id belongs to something else');
    when check_violation then
      get stacked diagnostics rule = constraint_name;
      perform app.refuse('22023', 'invalid_value', 'this value is not allowed', rule);
  end;
  return app.finish_command(command_id, jsonb_build_object(
    'version', app.notebook_version(wanted.id), 'row_id', wanted.id));
end
$$;

-- Command of the team: refuses a proposal that waits. refusal: { event_id, reason: its author reads it }.
-- Hints: admin_only (42501), invalid_value (22023), event_unknown (PT404), profile_missing.
create function public.admin_refuse_event(command_id uuid, refusal jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'admin.event.refuse', refusal);
  wanted uuid;
  told text;
  author uuid;
begin
  if answer is not null then
    return answer;
  end if;
  perform app.require_fields(refusal, array['event_id', 'reason']);
  wanted := app.id_field(refusal, 'event_id');
  told := app.text_field(refusal, 'reason');
  if told is null or char_length(told) > 500 then
    perform app.refuse('22023', 'invalid_value', 'a reason has 1 to 500 characters', 'reason');
  end if;
  update public.event_proposals p set state = 'refused', reason = told, decided_at = now()
    where p.event_id = wanted and p.state = 'waiting' returning p.person_id into author;
  if author is null then
    perform app.refuse('PT404', 'event_unknown', 'no such proposal waits');
  end if;
  perform app.notify(author, 'event.refused', 'Seu evento não foi publicado',
    (select left(e.title, 80) from public.events e where e.id = wanted) || ': ' || told, '/comunidade/divulgar');
  return app.finish_command(command_id, jsonb_build_object('version', null, 'event_id', wanted));
end
$$;

-- Asks the authors of series to confirm them, a week before they count as unconfirmed.
create function app.remind_organisers(at timestamptz) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  due record;
  told integer := 0;
begin
  for due in
    select p.event_id, p.person_id, e.title from public.event_proposals p join public.events e on e.id = p.event_id
    where p.state = 'published' and e.is_published and e.weekly and e.confirmed_at < at - interval '23 days'
      and (p.reminded_at is null or p.reminded_at < e.confirmed_at) and app.event_ends(e) > at
    order by p.event_id limit 200 for no key update of p skip locked
  loop
    update public.event_proposals p set reminded_at = at where p.event_id = due.event_id;
    perform app.notify(due.person_id, 'event.confirm', 'Seu evento continua?',
      left(due.title, 80) || ' não é confirmado há mais de três semanas. Um toque basta.', '/comunidade/divulgar');
    told := told + 1;
  end loop;
  return told;
end
$$;

create function app.tend_events(at timestamptz) returns integer
language sql volatile security definer set search_path = ''
as $$
  select app.remind_organisers(at)
$$;

-- As before, with the agenda.
create or replace function public.tend_lessons(at_most integer default 200, at timestamptz default now()) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform app.end_blocked(at_most, at);
  perform app.renew_lesson_starts(at);
  perform app.renew_response_facts(at);
  perform app.tend_events(at);
  perform app.renew_student_facts();
  return jsonb_build_object('reminded', app.remind_of_lessons(at_most, at), 'settled', app.settle_lessons(at_most, at),
    'tended', app.tend_requests(at_most, at));
end
$$;

-- The list of events: with the proposal, and those that wait.
update app.admin_lists l set
  filters = l.filters || jsonb_build_object('waiting',
    'r.id = any (array(select p.event_id from public.event_proposals p
      where p.state = ''waiting'' and ($1 ->> ''waiting'')::boolean))'),
  shown = l.shown || $shown$ || jsonb_build_object('proposal', (
    select jsonb_build_object('state', p.state, 'reason', p.reason, 'sent_at', p.sent_at, 'person', app.named_person(p.person_id))
    from public.event_proposals p where p.event_id = r.id))$shown$
  where l.name = 'events';

select app.audit_table('event_proposals', 'event_id', 'person_id', 'reason');
insert into app.typed_texts (relation, column_name, kind) values ('event_proposals', 'reason', 'text');
create trigger aa_clean before insert or update on public.event_proposals
  for each row execute function app.clean_typed_texts();
create trigger banned_refused before insert or update or delete on public.event_proposals
  for each statement execute function app.refuse_banned_write();
alter table public.event_proposals enable row level security;

insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, reason) values
  ('public.event_proposals', '{person_id,reason}', 't.person_id::text = $1', 'event_proposals', 'gone',
    'whose event it is; one that is not published goes with it');
update app.personal_data p set after_leaving = 'kept', exported_as = 'events',
    rows_of = 'exists (select from public.event_proposals p where p.event_id = t.id and p.person_id::text = $1)',
    reason = 'an event is about a place and a day; a published one stays, without its author'
  where p.place = 'public.events';

grant select, insert, update, delete on public.event_proposals to service_role;
grant execute on function public.propose_event(uuid, jsonb), public.admin_refuse_event(uuid, jsonb)
  to authenticated, service_role;
