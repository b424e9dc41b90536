-- Invitations of teachers: the team (or a teacher) makes a link for one person, who registers as a teacher with it.
--
-- The token is kept as it is, because the team copies the link again; only its own list shows it. A link works once, for
-- thirty days, until it is revoked. An invitation never stands in the way of a registration: a token that does not hold
-- any more is ignored there.

create table app.teacher_invitations (
  id uuid primary key default gen_random_uuid(),
  token text not null unique default replace(gen_random_uuid()::text, '-', '') check (token ~ '^[0-9a-f]{32}$'),
  name text not null constraint teacher_invitations_name_check check (char_length(name) between 2 and 100),
  email text check (char_length(email) <= 320 and email ~ '^[^[:space:]@]+@[^[:space:]@]+$' and email = lower(email)),
  phone text check (phone ~ '^\+[0-9]{7,15}$'),
  city_id uuid references public.cities (id),
  style_ids uuid[] not null default '{}',
  -- An administrator or a teacher; null once that account is removed.
  invited_by uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 days',
  opened_at timestamptz,
  used_by uuid,
  used_at timestamptz,
  revoked_at timestamptz,
  constraint teacher_invitations_used check (num_nulls(used_by, used_at) <> 1),
  constraint teacher_invitations_once check (num_nulls(used_at, revoked_at) >= 1)
);
create index teacher_invitations_newest on app.teacher_invitations (created_at, id);
create index teacher_invitations_name on app.teacher_invitations ((app.fold(name) collate "C"), id);
create index teacher_invitations_email on app.teacher_invitations (email) where email is not null;
create index teacher_invitations_phone on app.teacher_invitations (phone) where phone is not null;
create index teacher_invitations_used_by on app.teacher_invitations (used_by) where used_by is not null;
create index teacher_invitations_invited_by on app.teacher_invitations (invited_by) where invited_by is not null;
alter table app.teacher_invitations enable row level security;

insert into app.personal_data (place, as_whom, columns, rows_of, exported_as, hidden, after_leaving, blanks, reason) values
  ('app.teacher_invitations', 'own', '{name,email,phone,city_id,style_ids,used_by}',
    't.used_by::text = $1 or t.email = $2', 'teacher_invitations', '{token,used_by,invited_by}', 'gone', null,
    'an invitation to teach; unused ones go 90 days after they end'),
  ('app.teacher_invitations', 'who invited', '{invited_by}', 't.invited_by::text = $1', null, '{}', 'unlinked',
    'invited_by = null', 'what it says is about the invited person');

-- 'invited' and 'opened' wait; 'registered' waits for the team; 'approved', 'revoked' and 'expired' are over.
create function app.invitation_state(invitation uuid) returns text
language sql stable set search_path = ''
as $$
  select case
    when i.used_at is not null then case
      when exists (select from public.teachers t where t.id = i.used_by and t.approved_at is not null)
        then 'approved' else 'registered' end
    when i.revoked_at is not null then 'revoked'
    when i.expires_at <= now() then 'expired'
    when i.opened_at is not null then 'opened'
    else 'invited'
  end
  from app.teacher_invitations i where i.id = invitation
$$;

-- The audit names what is personal in an invitation without storing it: invitations of people without an account end.
create function app.audit_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  shown constant text[] := '{city_id,style_ids,expires_at,revoked_at}';
  former jsonb;
  later jsonb;
begin
  if me is null or not app.is_admin() then
    return null;
  end if;
  later := (select jsonb_object_agg(v.key, v.value) from jsonb_each(app.audited_values(to_jsonb(new))) v
    where v.key = any (shown));
  if tg_op = 'UPDATE' then
    if new.revoked_at is not distinct from old.revoked_at then
      return null;
    end if;
    former := '{}';
    later := jsonb_build_object('revoked_at', later -> 'revoked_at');
  end if;
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after, personal, words)
    values (me, lower(tg_op), 'teacher_invitations', new.id::text, former, later,
      case tg_op when 'INSERT' then array_remove(array['name', case when new.email is not null then 'email' end,
        case when new.phone is not null then 'phone' end], null) else '{}' end,
      app.search_words(app.fold('teacher_invitations ' || new.id)));
  return null;
end
$$;
create trigger audit after insert or update on app.teacher_invitations
  for each row execute function app.audit_invitation();

create function app.open_invitation(address text, number text) returns uuid
language sql stable set search_path = ''
as $$
  select i.id from app.teacher_invitations i
  where (i.email = address or i.phone = number)
    and i.used_at is null and i.revoked_at is null and i.expires_at > now()
  order by i.created_at desc limit 1
$$;

-- Checks one invitation: { name, email|null, phone|null, city_id|null, style_ids }. Hint: invalid_value (22023, the field
-- in DETAIL).
create function app.checked_invitation(entry jsonb, out name text, out email text, out phone text, out city_id uuid,
  out style_ids uuid[])
language plpgsql stable security definer set search_path = ''
as $$
declare
  wrong text;
begin
  if jsonb_typeof(entry) is distinct from 'object' then
    perform app.refuse('22023', 'invalid_value', 'an invitation is an object', 'row');
  end if;
  perform app.require_fields(entry, array['name', 'email', 'phone', 'city_id', 'style_ids']);
  name := app.folded_text(app.text_field(entry, 'name'), 'line');
  email := lower(app.text_field(entry, 'email'));
  phone := app.text_field(entry, 'phone');
  city_id := app.id_field(entry, 'city_id');
  style_ids := case when coalesce(entry -> 'style_ids', 'null') = 'null' then '{}'
    else app.ordered_items(entry, 'style_ids')::uuid[] end;
  wrong := case
    -- As complete_registration wants it: letters and spaces.
    when name is null or char_length(name) not between 2 and 100 or app.is_false_name(name)
      or name ~ '[\x21-\x40\x5b-\x60\x7b-\x7f\x01-\x1f]' then 'name'
    when char_length(email) > 320 or email !~ '^[^[:space:]@]+@[^[:space:]@]+$' then 'email'
    when phone !~ '^\+[0-9]{7,15}$' then 'phone'
    when email is null and phone is null then 'email'
    when city_id is not null and not app.is_city_offered(city_id) then 'city_id'
    when exists (select from unnest(style_ids) s
      where not exists (select from public.dance_styles d where d.id = s and d.active and not d._deleted)) then 'style_ids'
  end;
  if wrong is not null then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', wrong);
  end if;
exception when invalid_text_representation then
  perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'style_ids');
end
$$;

-- Command: invites up to 500 teachers; a wrong row does not stop others. [{ name, email|null, phone|null, city_id|null,
-- style_ids }], with an e-mail, a phone or both. Returns { command_id, rows: [{ row: from 1, outcome 'invited' | 'open'
-- (this e-mail or phone has an open invitation, which stays) | 'registered' (an account has this e-mail) | 'error',
-- field|null, id|null }] }. Hints: admin_only (42501), invalid_value (22023).
create function public.admin_invite_teachers(command_id uuid, invitations jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'admin.teacher.invite', invitations);
  entry record;
  wanted record;
  results jsonb[] := '{}';
  made uuid;
  wrong text;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(invitations) is distinct from 'array' or jsonb_array_length(invitations) not between 1 and 500 then
    perform app.refuse('22023', 'invalid_value', 'a list of up to 500 invitations', 'invitations');
  end if;
  -- Two of the team at once would both find no open invitation.
  perform pg_advisory_xact_lock(hashtextextended('danceflix teacher invitations', 0));
  for entry in select e.value, e.ordinality from jsonb_array_elements(invitations) with ordinality e loop
    begin
      wanted := app.checked_invitation(entry.value);
      made := app.open_invitation(wanted.email, wanted.phone);
      if exists (select from public.user_profiles p where lower(p.email) = wanted.email and p.removed_at is null) then
        results := results || jsonb_build_object('row', entry.ordinality, 'outcome', 'registered');
      elsif made is not null then
        results := results || jsonb_build_object('row', entry.ordinality, 'outcome', 'open', 'id', made);
      else
        insert into app.teacher_invitations (name, email, phone, city_id, style_ids, invited_by)
          values (wanted.name, wanted.email, wanted.phone, wanted.city_id, wanted.style_ids, me) returning id into made;
        results := results || jsonb_build_object('row', entry.ordinality, 'outcome', 'invited', 'id', made);
      end if;
    exception when invalid_parameter_value then
      get stacked diagnostics wrong = pg_exception_detail;
      results := results || jsonb_build_object('row', entry.ordinality, 'outcome', 'error', 'field', wrong);
    end;
  end loop;
  return app.finish_command(command_id, jsonb_build_object('rows', to_jsonb(results)));
end
$$;

-- Command: the link leads nowhere any more. Repeating it changes nothing. Returns { command_id, id }.
-- Hints: admin_only (42501), invitation_missing (PT404), invitation_used (PT409).
create function public.admin_revoke_invitation(command_id uuid, invitation_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'admin.teacher.revoke_invitation', to_jsonb(invitation_id));
  present app.teacher_invitations;
begin
  if answer is not null then
    return answer;
  end if;
  select * into present from app.teacher_invitations i where i.id = invitation_id for update;
  if present.id is null then
    perform app.refuse('PT404', 'invitation_missing', 'there is no such invitation');
  elsif present.used_at is not null then
    perform app.refuse('PT409', 'invitation_used', 'this invitation was used');
  end if;
  update app.teacher_invitations i set revoked_at = now() where i.id = invitation_id and i.revoked_at is null;
  return app.finish_command(command_id, jsonb_build_object('id', invitation_id));
end
$$;

-- teacher_invitations · small. filter: search (name, e-mail), state. sort: created_at (default '-created_at'), name.
-- Rows: { id, name, email, phone, city_name, style_names, token: of an open one, by: person|null, state, created_at,
-- expires_at, opened_at, used_at, revoked_at, teacher: person|null }.
insert into app.admin_lists (name, source, search, filters, sorts, default_sort, shown, is_small) values (
  'teacher_invitations', 'app.teacher_invitations r',
  'app.search_words(app.fold(r.name || '' '' || coalesce(r.email, ''''))) @@ $4',
  jsonb_build_object('state', 'app.invitation_state(r.id) = ($1 ->> ''state'')'),
  '{"created_at": [["r.created_at", "timestamptz"], ["r.id", "uuid"]],
    "name": [["(app.fold(r.name) collate \"C\")", "text"], ["r.id", "uuid"]]}',
  '-created_at',
  $shown$jsonb_build_object('id', r.id, 'name', r.name, 'email', r.email, 'phone', r.phone,
    'city_name', app.named_city(r.city_id), 'style_names', app.named_styles(r.style_ids),
    'token', case when r.used_at is null and r.revoked_at is null and r.expires_at > now() then r.token end,
    'by', app.named_person(r.invited_by), 'teacher', app.named_person(r.used_by),
    'state', app.invitation_state(r.id),
    'created_at', r.created_at, 'expires_at', r.expires_at, 'opened_at', r.opened_at, 'used_at', r.used_at,
    'revoked_at', r.revoked_at)$shown$,
  true
);
select app.open_admin_list('teacher_invitations');

-- The words of a link, for whoever opens it: { state 'open'|'used'|'revoked'|'expired'|'unknown', and of an open one name, city_id,
-- city|null, styles: names, by: the inviting teacher's name|null }. Never an e-mail or a phone number. Notes that it was
-- opened. Hint: too_many (PT429).
create function public.teacher_invitation(token text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  address constant text := app.caller_address();
  found app.teacher_invitations;
begin
  if address is not null then
    perform app.take_turn('invitations_address_hour', address, 120, '1 hour');
  end if;
  select * into found from app.teacher_invitations i
    where i.token = app.bounded('teacher_invitation', 'token', teacher_invitation.token);
  if found.id is null then
    return jsonb_build_object('state', 'unknown');
  elsif found.used_at is not null then
    return jsonb_build_object('state', 'used');
  elsif found.revoked_at is not null then
    return jsonb_build_object('state', 'revoked');
  elsif found.expires_at <= now() then
    return jsonb_build_object('state', 'expired');
  end if;
  update app.teacher_invitations i set opened_at = now() where i.id = found.id and i.opened_at is null;
  return jsonb_build_object('state', 'open', 'name', found.name, 'city_id', found.city_id,
    'city', app.named_city(found.city_id), 'styles', app.named_styles(found.style_ids),
    'by', (select p.name from public.user_profiles p
      where p.id = found.invited_by and p.role = 'teacher' and p.removed_at is null));
end
$$;
revoke all on function public.teacher_invitation(text) from public;

-- Command: the caller, a teacher, is the one who was invited. Repeating it changes nothing. Returns { command_id, id }.
-- Hints: not_signed_in (PT401), not_a_teacher (42501), invitation_missing (PT404), invitation_used, invitation_revoked,
-- invitation_expired (PT409).
create function public.claim_teacher_invitation(command_id uuid, invitation_token text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  answer jsonb := app.begin_command(command_id, 'invitation.claim', to_jsonb(invitation_token));
  present app.teacher_invitations;
begin
  if answer is not null then
    return answer;
  end if;
  if not app.has_role('teacher') then
    perform app.refuse('42501', 'not_a_teacher', 'only a teacher uses an invitation to teach');
  end if;
  select * into present from app.teacher_invitations i where i.token = invitation_token for update;
  if present.id is null then
    perform app.refuse('PT404', 'invitation_missing', 'there is no such invitation');
  elsif present.used_by = me then
    return app.finish_command(command_id, jsonb_build_object('id', present.id));
  elsif present.used_at is not null then
    perform app.refuse('PT409', 'invitation_used', 'this invitation was used');
  elsif present.revoked_at is not null then
    perform app.refuse('PT409', 'invitation_revoked', 'this invitation was revoked');
  elsif present.expires_at <= now() then
    perform app.refuse('PT409', 'invitation_expired', 'this invitation is over');
  end if;
  update app.teacher_invitations i set used_by = me, used_at = now() where i.id = present.id;
  return app.finish_command(command_id, jsonb_build_object('id', present.id));
end
$$;

-- A sign-up keeps its invitation with the form, so that it counts after the mail was confirmed in another browser too.
create function app.use_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kept constant text := (
    select u.raw_user_meta_data #>> '{registration,invitation}' from auth.users u where u.id = new.id);
begin
  if kept is not null then
    update app.teacher_invitations i set used_by = new.id, used_at = now()
      where i.token = kept and i.used_at is null and i.revoked_at is null and i.expires_at > now();
  end if;
  return null;
end
$$;
create trigger zz_use_invitation after insert on public.teachers
  for each row execute function app.use_invitation();

grant execute on function public.admin_invite_teachers(uuid, jsonb), public.admin_revoke_invitation(uuid, uuid),
  public.claim_teacher_invitation(uuid, text) to authenticated;
grant execute on function public.teacher_invitation(text) to anon, authenticated;
revoke all on function public.admin_invite_teachers(uuid, jsonb), public.admin_revoke_invitation(uuid, uuid),
  public.claim_teacher_invitation(uuid, text) from public, anon;
grant execute on function public.admin_invite_teachers(uuid, jsonb), public.admin_revoke_invitation(uuid, uuid),
  public.claim_teacher_invitation(uuid, text), public.teacher_invitation(text),
  public.admin_list_teacher_invitations(jsonb, text, jsonb, integer) to service_role;

insert into app.suspended_may_call (procedure) values ('admin_list_teacher_invitations');
insert into app.parameter_bounds (procedure, parameter, at_most, command_kind) values
  ('admin_invite_teachers', 'invitations', 1000000, 'admin.teacher.invite'),
  ('claim_teacher_invitation', 'invitation_token', 200, 'invitation.claim'),
  ('teacher_invitation', 'token', 200, null),
  ('admin_list_teacher_invitations', 'filter', 4000, null),
  ('admin_list_teacher_invitations', 'sort', 100, null),
  ('admin_list_teacher_invitations', 'after', 4000, null);

create or replace function app.rate_limits() returns table (subject text, most integer)
language sql immutable set search_path = ''
as $$
  values ('leads_person_hour', 20), ('leads_address_hour', 60), ('leads_site_hour', 120), ('leads_visitors_hour', 600),
    ('lesson_requests_day', 20), ('lesson_proposals_day', 100), ('evaluations_day', 60), ('writes_person_hour', 600),
    ('adjustments_teacher_day', 10), ('reports_address_day', 10), ('reports_site_day', 20), ('reports_visitors_hour', 200),
    ('alerts_address_day', 30), ('alerts_site_day', 60), ('alerts_visitors_hour', 600),
    ('invitations_address_hour', 120)
$$;

-- Removes also the invitations that ended unused 90 days ago.
create or replace function public.tidy_up(at_most integer default 1000, at timestamptz default now()) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  released constant integer := app.release_evaluations(at);
  commands integer;
  read integer;
  leads integer;
  counts integer;
  pushes integer;
  bulk_sent integer;
  recipients integer;
  sign_ins integer := 0;
begin
  update public.command_log c set user_id = null, kind = null, created_at = null, result = null
    where c.id in (
      select o.id from public.command_log o where o.created_at < at - interval '90 days'
      order by o.created_at limit at_most for update skip locked
    );
  get diagnostics commands = row_count;

  update public.notifications n set _deleted = true
    where n.id in (
      select o.id from public.notifications o where o.read_at < at - interval '90 days' and not o._deleted
      order by o.read_at limit at_most for update skip locked
    );
  get diagnostics read = row_count;

  -- Visitors have no account to delete, so their leads are deleted after a year, as the privacy policy says.
  delete from public.student_leads l
    where l.id in (
      select o.id from public.student_leads o where o.user_id is null and o.created_at < at - interval '1 year'
      order by o.created_at limit at_most for update skip locked
    );
  get diagnostics leads = row_count;

  -- Longer than the longest counted period.
  delete from app.rate_counts c where c.since < at - interval '2 days';
  get diagnostics counts = row_count;
  delete from app.lead_model_calls c where c.day < (at at time zone 'UTC')::date - 1;

  -- A phone that has said nothing for so long is not likely to come back with its writes.
  delete from app.waiting_writes w using (
    select o.user_id, o.device from app.waiting_writes o where o.announced_at < at - interval '30 days'
    order by o.announced_at limit at_most for update skip locked
  ) old where w.user_id = old.user_id and w.device = old.device;

  delete from app.teacher_invitations i
    where i.id in (
      select o.id from app.teacher_invitations o
      where o.used_at is null and coalesce(o.revoked_at, o.expires_at) < at - interval '90 days'
      limit at_most for update skip locked
    );

  delete from public.push_queue q
    where q.notification_id in (
      select o.notification_id from public.push_queue o where o.due_at < at - interval '24 hours'
      order by o.due_at limit at_most for update skip locked
    );
  get diagnostics pushes = row_count;

  bulk_sent := public.send_bulk_notifications(at_most);
  -- The sending itself stays with its numbers.
  delete from public.bulk_notification_recipients r using (
    select o.bulk_id, o.person_id
    from public.bulk_notifications b join public.bulk_notification_recipients o on o.bulk_id = b.id
    where b.state = 'done' and b.finished_at < at - interval '90 days'
    limit at_most for update of o skip locked
  ) old
  where r.bulk_id = old.bulk_id and r.person_id = old.person_id;
  get diagnostics recipients = row_count;

  -- On hosted Supabase the log's owner decides whether it may be pruned.
  begin
    delete from auth.audit_log_entries e using (
      select o.id from auth.audit_log_entries o where o.created_at < at - interval '90 days' limit at_most
    ) old where e.id = old.id;
    get diagnostics sign_ins = row_count;
  exception when insufficient_privilege or undefined_table then
    raise log 'the log of sign-ins is not pruned: %', sqlerrm;
  end;

  return jsonb_build_object('released', released, 'commands', commands, 'notifications', read, 'leads', leads,
    'counts', counts, 'pushes', pushes, 'bulk_sent', bulk_sent, 'bulk_recipients', recipients, 'sign_ins', sign_ins);
end
$$;
