-- 'Procuro par': somebody looks for a partner, for a date of an event or for a style in a city, by role and level.
--
-- A request has no text of its own, so that no number can be in it. It lists a first name, a role and a level to people
-- with an account. Somebody answers 'Quero ser seu par'; only when the asker accepts that answer do both read the other's
-- name and WhatsApp (the e-mail of who has none), as in an accepted lesson request. Nothing before says either: no list, no
-- pull, no notification (tests/database/content/partners.test.ts).
--
-- Asking and answering need a statement to be 18 or older, and a guardian's account can neither, nor be seen (see the
-- end).
--
-- A request ends when it is withdrawn, with the date of its event, or after 30 days; then the contacts leave the phones.
-- A block ends what was accepted like a withdrawal. What only waits stays as it is for the blocked person, and leaves the
-- phone of the one who blocks.

create table public.partner_requests (
  id uuid primary key,
  person_id uuid not null,
  event_id uuid references public.events (id) on delete cascade,
  -- The day in Brasília.
  day date,
  dance_style_id uuid references public.dance_styles (id),
  city_id uuid references public.cities (id),
  role text not null constraint partner_requests_role_check check (role in ('conduz', 'conduzido', 'dois')),
  level text not null constraint partner_requests_level_check check (level in ('iniciante', 'intermediario', 'avancado')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- An answer was accepted.
  found_at timestamptz,
  ended_at timestamptz,
  constraint partner_requests_about check (num_nonnulls(event_id, day) = 2 and num_nonnulls(dance_style_id, city_id) = 0
    or num_nonnulls(event_id, day) = 0 and num_nonnulls(dance_style_id, city_id) = 2)
);
create index partner_requests_person on public.partner_requests (person_id, created_at);
create index partner_requests_event on public.partner_requests (event_id);
create index partner_requests_style on public.partner_requests (dance_style_id);
create index partner_requests_city on public.partner_requests (city_id);
create index partner_requests_open on public.partner_requests (created_at desc, id) where ended_at is null and found_at is null;
create index partner_requests_expiry on public.partner_requests (expires_at) where ended_at is null;

create table public.partner_answers (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null references public.partner_requests (id) on delete cascade,
  person_id uuid not null,
  state text not null default 'waiting' constraint partner_answers_state_check check (state in ('waiting', 'accepted', 'ended')),
  created_at timestamptz not null default now(),
  constraint partner_answers_one unique (request_id, person_id)
);
create index partner_answers_person on public.partner_answers (person_id, created_at);

create function app.version_partner_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform app.drop_notebook_row(old.id);
  else
    perform app.version_notebook(new.id, x.person, 'partner') from (
      select new.person_id union select a.person_id from public.partner_answers a where a.request_id = new.id
    ) x (person) order by x.person;
  end if;
  return null;
end
$$;
create trigger version after insert or update or delete on public.partner_requests
  for each row execute function app.version_partner_request();

create function app.version_partner_answer() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed constant public.partner_answers := coalesce(new, old);
begin
  if tg_op = 'DELETE' then
    update public.notebook_versions v set _deleted = true
      where v.id = old.request_id and v.person_id = old.person_id and not v._deleted;
  end if;
  perform app.version_notebook(r.id, x.person, 'partner')
    from public.partner_requests r, unnest(array[r.person_id, new.person_id]) x (person)
    where r.id = changed.request_id and x.person is not null order by x.person;
  return null;
end
$$;
create trigger version after insert or update or delete on public.partner_answers
  for each row execute function app.version_partner_answer();

create function app.are_apart(one uuid, other uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select app.has_blocked(one, other) or app.has_blocked(other, one)
$$;

-- The contact that the two of an accepted answer read of each other; null before and after.
create function app.partner_contact(request public.partner_requests, answer public.partner_answers, person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('name', p.name, 'whatsapp', p.whatsapp,
    'email', case when p.whatsapp is null then p.email end)
  from public.user_profiles p
  where p.id = person and p.removed_at is null and answer.state = 'accepted' and request.ended_at is null
    and request.expires_at > now() and not app.are_apart(request.person_id, answer.person_id)
$$;

create function app.first_name_of(person uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select split_part(btrim(p.name), ' ', 1) from public.user_profiles p where p.id = person and p.removed_at is null
$$;

-- A request as its asker, or one who answered, sees it.
create function app.shown_partner(request_id uuid, person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('event_id', r.event_id, 'day', r.day, 'style_id', r.dance_style_id, 'city_id', r.city_id,
      'role', r.role, 'level', r.level, 'found', r.found_at is not null,
      'expires_at', to_char(r.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
    || case when r.person_id = person then jsonb_build_object('side', 'asker', 'ended', r.ended_at is not null, 'answers',
      coalesce((
        select jsonb_agg(jsonb_build_object('id', a.id, 'person_id', a.person_id, 'name', app.first_name_of(a.person_id),
          'state', a.state, 'contact', app.partner_contact(r, a, a.person_id)) order by a.created_at, a.id)
        from public.partner_answers a
        where a.request_id = r.id and not (a.state = 'waiting' and app.has_blocked(person, a.person_id))
          and app.first_name_of(a.person_id) is not null
      ), '[]'))
    else jsonb_build_object('side', 'answerer', 'ended', r.ended_at is not null or app.has_blocked(person, r.person_id),
      'person_id', r.person_id, 'name', app.first_name_of(r.person_id), 'state', b.state,
      'contact', app.partner_contact(r, b, r.person_id)) end
  from public.partner_requests r
  left join public.partner_answers b on b.request_id = r.id and b.person_id = person
  where r.id = shown_partner.request_id and (r.person_id = person or b.id is not null)
$$;

-- A block: what was accepted ends for both; what waits changes only for the one who blocks.
create function app.part_partners() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.version_notebook(r.id, new.user_id, 'partner')
    from public.partner_requests r join public.partner_answers a on a.request_id = r.id
    where (r.person_id, a.person_id) in ((new.user_id, new.person_id), (new.person_id, new.user_id)) order by r.id;
  if new.is_on then
    update public.partner_answers a set state = 'ended' from public.partner_requests r
      where r.id = a.request_id and a.state = 'accepted'
        and (r.person_id, a.person_id) in ((new.user_id, new.person_id), (new.person_id, new.user_id));
  end if;
  return null;
end
$$;
create trigger part_partners after insert or update of is_on on public.blocks
  for each row execute function app.part_partners();

-- Requests that wait for an answer, the newest first, for people with an account: [{ id, person_id, name, role, level,
-- event_id, day, style_id, city_id }]. Without the own ones, those of people apart from the reader, those of people who may
-- not be partners, and those answered. A guardian's account reads none.
create function public.open_partner_requests(event uuid default null, city uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
begin
  perform app.require_profile();
  if app.is_guardian(me) then
    return '[]';
  end if;
  return coalesce((
    select jsonb_agg(x.shown order by x.created_at desc, x.id) from (
      select r.created_at, r.id, jsonb_build_object('id', r.id, 'person_id', r.person_id, 'name', app.first_name_of(r.person_id),
        'role', r.role, 'level', r.level, 'event_id', r.event_id, 'day', r.day, 'style_id', r.dance_style_id,
        'city_id', r.city_id) as shown
      from public.partner_requests r left join public.events e on e.id = r.event_id
      where r.ended_at is null and r.found_at is null and r.expires_at > now() and r.person_id <> me
        and (r.event_id is null or e.is_published)
        and (event is null or r.event_id = event) and (city is null or coalesce(e.city_id, r.city_id) = city)
        and app.first_name_of(r.person_id) is not null and not app.is_blocked_account(r.person_id)
        and app.may_be_partner(r.person_id) and not app.are_apart(me, r.person_id)
        and not exists (select from public.partner_answers a where a.request_id = r.id and a.person_id = me)
      order by r.created_at desc, r.id limit 100
    ) x
  ), '[]');
end
$$;

-- Command: looks for a partner. request: { id, event_id and day, or style_id and city_id, role, level, adult: true when
-- the person states now to be 18 or older }.
-- Hints: invalid_value, style_unknown, city_unknown (22023), event_unknown (PT404), day_unknown, day_over, request_exists,
-- too_many_requests, adult_unstated, guardian_account, profile_missing (PT409).
create function public.ask_for_partner(command_id uuid, request jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'partner.ask', request);
  wanted public.partner_requests;
  event public.events;
  rule text;
begin
  if answer is not null then
    return answer;
  end if;
  perform app.require_fields(request, array['id', 'event_id', 'day', 'style_id', 'city_id', 'role', 'level', 'adult']);
  wanted.id := app.id_field(request, 'id');
  wanted.event_id := app.id_field(request, 'event_id');
  wanted.dance_style_id := app.id_field(request, 'style_id');
  wanted.city_id := app.id_field(request, 'city_id');
  wanted.role := app.text_field(request, 'role');
  wanted.level := app.text_field(request, 'level');
  wanted.expires_at := now() + interval '30 days';
  if wanted.id is null or wanted.role is null or wanted.level is null then
    perform app.refuse('22023', 'invalid_value', 'this value is missing', 'request');
  end if;
  if wanted.event_id is not null then
    wanted.day := app.day_field(request, 'day');
    select e.* into event from public.events e where e.id = wanted.event_id and e.is_published;
    if event.id is null then
      perform app.refuse('PT404', 'event_unknown', 'there is no such event');
    end if;
    if not app.event_takes_place_on(event, wanted.day) then
      perform app.refuse('PT409', 'day_unknown', 'the event has no such day');
    end if;
    wanted.expires_at := app.event_start_on(event, wanted.day)
      + (app.event_over_at(event.starts_at, event.ends_at) - event.starts_at);
    if wanted.expires_at < now() then
      perform app.refuse('PT409', 'day_over', 'this day is over');
    end if;
  end if;
  if wanted.dance_style_id is not null
    and not exists (select from public.dance_styles d where d.id = wanted.dance_style_id and not d._deleted)
  then
    perform app.refuse('22023', 'style_unknown', 'there is no such dance style', 'style_id');
  end if;
  if wanted.city_id is not null and not exists (select from public.cities c where c.id = wanted.city_id and not c._deleted) then
    perform app.refuse('22023', 'city_unknown', 'there is no such city', 'city_id');
  end if;
  -- Serialises one person's requests, so that the limits hold.
  perform from public.user_profiles p where p.id = me for no key update;
  perform app.require_profile();
  perform app.require_adult(me, request);
  if (select count(*) from public.partner_requests r where r.person_id = me and r.ended_at is null and r.expires_at > now()) >= 5
    or (select count(*) from public.partner_requests r where r.person_id = me and r.created_at > now() - interval '24 hours') >= 10
  then
    perform app.refuse('PT409', 'too_many_requests', 'five at a time, ten a day');
  end if;
  begin
    insert into public.partner_requests (id, person_id, event_id, day, dance_style_id, city_id, role, level, expires_at)
      values (wanted.id, me, wanted.event_id, wanted.day, wanted.dance_style_id, wanted.city_id, wanted.role, wanted.level,
        wanted.expires_at);
  exception
    when unique_violation then
      perform app.refuse('PT409', 'request_exists', 'this id belongs to another request');
    when check_violation then
      get stacked diagnostics rule = constraint_name;
      perform app.refuse('22023', 'invalid_value', 'this value is not allowed', rule);
  end;
  return app.finish_command(command_id,
    jsonb_build_object('version', app.notebook_version(wanted.id), 'row_id', wanted.id));
end
$$;

-- Locks the caller's own request. Hint: request_unknown (PT404).
create function app.take_partner_request(content jsonb) returns public.partner_requests
language plpgsql volatile security definer set search_path = ''
as $$
declare
  wanted constant uuid := app.id_field(content, 'request_id');
  me constant uuid := app.require_person();
  taken public.partner_requests;
begin
  perform app.hold_people(array[me]);
  perform app.require_profile();
  select * into taken from public.partner_requests r where r.id = wanted and r.person_id = me for no key update;
  if taken.id is null then
    perform app.refuse('PT404', 'request_unknown', 'there is no such request of yours');
  end if;
  return taken;
end
$$;

-- Command: ends the own request. withdrawal: { request_id }. Hints: invalid_value, request_unknown (PT404), profile_missing.
create function public.withdraw_partner_request(command_id uuid, withdrawal jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'partner.withdraw', withdrawal);
  taken public.partner_requests;
begin
  if answer is not null then
    return answer;
  end if;
  perform app.require_fields(withdrawal, array['request_id']);
  taken := app.take_partner_request(withdrawal);
  update public.partner_requests r set ended_at = coalesce(r.ended_at, now()) where r.id = taken.id;
  return app.finish_command(command_id,
    jsonb_build_object('version', app.notebook_version(taken.id), 'row_id', taken.id));
end
$$;

-- The words in which a notification names what a request is about.
create function app.partner_about(request public.partner_requests) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce((select left(e.title, 80) || to_char(request.day, ' (DD/MM)') from public.events e where e.id = request.event_id),
    (select d.name from public.dance_styles d where d.id = request.dance_style_id) || ' em '
      || (select c.name from public.cities c where c.id = request.city_id))
$$;

-- Command: 'Quero ser seu par', or takes that back. answer: { request_id, wanted, adult: as in a request }.
-- Hints: invalid_value, request_over (also when either has blocked the other), own_request, too_many_answers,
-- adult_unstated, guardian_account, profile_missing (PT409).
create function public.answer_partner_request(command_id uuid, answer jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  told jsonb := app.begin_command(command_id, 'partner.answer', answer);
  wanted uuid;
  turned_on boolean;
  taken public.partner_requests;
  present public.partner_answers;
begin
  if told is not null then
    return told;
  end if;
  perform app.require_fields(answer, array['request_id', 'wanted', 'adult']);
  wanted := app.id_field(answer, 'request_id');
  turned_on := app.flag_field(answer, 'wanted');
  -- The caller's answers one after the other, so that the limit holds; the asker stays while this runs.
  perform from public.user_profiles p where p.id = me for no key update;
  perform app.require_profile();
  select * into taken from public.partner_requests r where r.id = wanted for no key update;
  select * into present from public.partner_answers a where a.request_id = wanted and a.person_id = me;
  if taken.person_id = me then
    perform app.refuse('PT409', 'own_request', 'this is your own request');
  end if;
  if not turned_on then
    if present.id is null then
      perform app.refuse('PT409', 'request_over', 'there is no such request');
    end if;
    update public.partner_answers a set state = 'ended' where a.id = present.id;
  elsif present.state is distinct from 'waiting' and present.state is distinct from 'accepted' then
    perform app.require_adult(me, answer);
    if taken.id is null or taken.ended_at is not null or taken.found_at is not null or taken.expires_at < now()
      or app.first_name_of(taken.person_id) is null or not app.may_be_partner(taken.person_id)
      or app.are_apart(me, taken.person_id)
    then
      perform app.refuse('PT409', 'request_over', 'there is no such request');
    end if;
    if (select count(*) from public.partner_answers a where a.person_id = me and a.created_at > now() - interval '24 hours') >= 20
    then
      perform app.refuse('PT409', 'too_many_answers', 'twenty answers a day');
    end if;
    insert into public.partner_answers as a (request_id, person_id) values (wanted, me)
      on conflict on constraint partner_answers_one do update set state = 'waiting', created_at = now();
    -- Once: taking it back and answering again tells nothing more.
    if present.id is null then
      perform app.notify(taken.person_id, 'partner.answered', 'Alguém quer ser seu par',
        app.first_name_of(me) || ' quer dançar com você: ' || app.partner_about(taken) || '. Aceite para trocar contatos.',
        '/comunidade/pares');
    end if;
  end if;
  return app.finish_command(command_id, jsonb_build_object('version', app.notebook_version(wanted), 'row_id', wanted));
end
$$;

-- Command: the asker accepts an answer; from then on both read the other's contact. acceptance: { request_id, answer_id }.
-- Hints: invalid_value, request_unknown (PT404), answer_over, guardian_account, profile_missing (PT409).
create function public.accept_partner(command_id uuid, acceptance jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  told jsonb := app.begin_command(command_id, 'partner.accept', acceptance);
  taken public.partner_requests;
  present public.partner_answers;
begin
  if told is not null then
    return told;
  end if;
  perform app.require_fields(acceptance, array['request_id', 'answer_id']);
  taken := app.take_partner_request(acceptance);
  select * into present from public.partner_answers a
    where a.id = app.id_field(acceptance, 'answer_id') and a.request_id = taken.id for no key update;
  if present.state is distinct from 'accepted' then
    if app.is_guardian(me) then
      perform app.refuse('PT409', 'guardian_account', 'this account asks for lessons for a person under age');
    end if;
    if present.id is null or present.state = 'ended' or taken.ended_at is not null or taken.expires_at < now()
      or app.first_name_of(present.person_id) is null or app.is_blocked_account(present.person_id)
      or not app.may_be_partner(present.person_id)
      or app.are_apart(me, present.person_id)
    then
      perform app.refuse('PT409', 'answer_over', 'this answer counts no longer');
    end if;
    update public.partner_requests r set found_at = coalesce(r.found_at, now()) where r.id = taken.id;
    update public.partner_answers a set state = 'accepted' where a.id = present.id;
    perform app.notify(present.person_id, 'partner.accepted', 'Vocês são um par',
      app.first_name_of(me) || ' aceitou: ' || app.partner_about(taken) || '. O contato está na página de pares.',
      '/comunidade/pares');
  end if;
  return app.finish_command(command_id,
    jsonb_build_object('version', app.notebook_version(taken.id), 'row_id', taken.id));
end
$$;

-- Ends requests whose time is over, so that contacts leave the phones, and what waits of people who became guardians.
-- Partners who agreed before that stay partners.
create function app.end_partner_requests(at timestamptz) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  ended integer;
begin
  update public.partner_answers a set state = 'ended' where a.id in (
    select o.id from public.partner_answers o
    where o.state = 'waiting' and o.person_id in (select app.present_guardians())
    order by o.id limit 200 for no key update skip locked);
  update public.partner_requests r set ended_at = at where r.id in (
    select o.id from public.partner_requests o
    where o.ended_at is null
      and (o.expires_at < at or o.found_at is null and o.person_id in (select app.present_guardians()))
    order by o.expires_at limit 200 for no key update skip locked);
  get diagnostics ended = row_count;
  return ended;
end
$$;

insert into app.commands_without_terms (kind, reason) values ('partner.withdraw', 'it takes something back');

alter table public.partner_requests enable row level security;
alter table public.partner_answers enable row level security;

grant select, insert, update, delete on public.partner_requests, public.partner_answers to service_role;
grant execute on function public.open_partner_requests(uuid, uuid), public.ask_for_partner(uuid, jsonb),
  public.withdraw_partner_request(uuid, jsonb), public.answer_partner_request(uuid, jsonb),
  public.accept_partner(uuid, jsonb) to authenticated, service_role;

create function app.tend_events(at timestamptz) returns integer
language sql volatile security definer set search_path = ''
as $$
  select app.remind_organisers(at) + app.count_goings(at) + app.end_partner_requests(at)
$$;

-- 'Procuro par' is for people of 18 and over. A person states that with the first write about partners that needs it; the
-- server keeps when it arrived, and no age. An account that asks for lessons for a person under age may be used by that
-- person: as long as such a request waits or runs, the account is not among partners.
--
-- Requests and answers are refused without a statement and listed only with one (tests/database/content/partners.test.ts).

-- The people who have a guardian's request that waits or was accepted.
create function app.present_guardians() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select r.student_id from public.lesson_requests r
  where r.guardian_terms is not null and r.status in ('Pendente', 'Aceito') and r.ended_at is null
$$;

create function app.is_guardian(person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.lesson_requests r where r.student_id = person
    and r.guardian_terms is not null and r.status in ('Pendente', 'Aceito') and r.ended_at is null)
$$;

-- Whether a person is among those who look for a partner.
create function app.may_be_partner(person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.user_profiles p where p.id = person and p.adult_stated_at is not null)
    and not app.is_guardian(person)
$$;

-- Refuses a guardian's account, and a person who neither has stated to be of age nor does so in this write, as
-- `adult`: true. Stores a first statement. The caller holds the person's profile.
-- Hints: guardian_account, adult_unstated (PT409), invalid_value (22023).
create function app.require_adult(person uuid, content jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  states constant boolean := app.boolean_field(content, 'adult', false);
begin
  if app.is_guardian(person) then
    perform app.refuse('PT409', 'guardian_account', 'this account asks for lessons for a person under age');
  end if;
  if exists (select from public.user_profiles p where p.id = person and p.adult_stated_at is not null) then
    return;
  end if;
  if not states then
    perform app.refuse('PT409', 'adult_unstated', 'only people who state to be 18 or older', 'adult');
  end if;
  update public.user_profiles p set adult_stated_at = now() where p.id = person;
end
$$;
