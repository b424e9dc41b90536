-- Checks of teachers by the team, and the rule that a teacher is shown only with a passed, unexpired check of identity:
-- 'Todos os professores são verificados' is true by construction, whoever writes `teachers.is_active`, in whatever way.
--
-- One row per check. Rows are never changed, only revoked, so that the history stays readable. A check holds until the
-- day before `expires_on` in São Paulo. How long each kind holds:
--   identity 24 months: documents and faces change slowly, and two years are what a booking site asks of its hosts
--   whatsapp, instagram 12: numbers and names pass to other people
--   experience 36: what was danced and taught stays true
--   references, picture 24
--   background (antecedentes criminais) 6: as schools ask of everybody who works with minors (ECA, art. 59-A)
--
-- `teachers.checks` and `teacher_listings.checks` carry the checks that hold in a compact form, because 10,000 listings
-- live on each phone. One check is a letter (i identity, w whatsapp, g instagram, e experience, r references, p picture,
-- b background), the month of the check (YYMM) and the day from which it no longer holds (YYMMDD): 'i2611281126'. The
-- check of identity comes first, so its last day is at a fixed place. Phones and readers compare it with their day, so
-- that a stopped timer shows nobody unchecked.

-- The calendar day by which checks expire. Tests replace this function to move the clock.
create function app.today() returns date
language sql stable set search_path = ''
as $$
  select (now() at time zone 'America/Sao_Paulo')::date
$$;

-- Today as in `checks`. For the policies of visitors, who may not use this schema.
create function app.today_code() returns text
language sql stable security definer set search_path = ''
as $$
  select to_char(app.today(), 'YYMMDD')
$$;

-- Months that a check of this kind holds; null for an unknown kind.
create function app.check_months(kind text) returns integer
language sql immutable set search_path = ''
as $$
  select case kind
    when 'identity' then 24 when 'whatsapp' then 12 when 'instagram' then 12 when 'experience' then 36
    when 'references' then 24 when 'picture' then 24 when 'background' then 6
  end
$$;

create table public.teacher_checks (
  id uuid primary key default gen_random_uuid(),
  -- Of the profile, because a check may be older than the row in `teachers`.
  teacher_id uuid not null references public.user_profiles (id) on delete cascade,
  kind text not null constraint teacher_checks_kind_check check (app.check_months(kind) is not null),
  outcome text not null default 'passed' constraint teacher_checks_outcome_check check (outcome in ('passed', 'failed')),
  -- When the team looked.
  checked_at timestamptz not null default clock_timestamp(),
  -- When the row was written; the time that a check holds counts from here. Later than `checked_at` only for what earlier
  -- releases left.
  recorded_at timestamptz not null default clock_timestamp(),
  -- The first day on which it no longer holds; null for a failed check.
  expires_on date,
  -- Private to the team.
  note text constraint teacher_checks_note_check check (char_length(note) between 1 and 1000),
  -- Null: an earlier release did not write down who it was.
  checked_by uuid,
  revoked_at timestamptz,
  -- Null with `revoked_at`: the checked contact or picture was changed.
  revoked_by uuid,
  -- Private to the team.
  revoke_reason text constraint teacher_checks_reason_check check (char_length(revoke_reason) between 1 and 1000),
  -- When the teacher and the team were told that it is about to expire.
  told_at timestamptz,
  -- When the timed work saw that it had expired.
  ended_at timestamptz,
  constraint teacher_checks_times check (checked_at <= recorded_at),
  constraint teacher_checks_expiry check ((outcome = 'passed') = (expires_on is not null)),
  constraint teacher_checks_revoked check (
    (revoked_at is null or outcome = 'passed') and (revoked_at is not null or num_nonnulls(revoked_by, revoke_reason) = 0)
  )
);
create index teacher_checks_teacher on public.teacher_checks (teacher_id, kind, expires_on);
create index teacher_checks_untold on public.teacher_checks (expires_on)
  where outcome = 'passed' and revoked_at is null and told_at is null;
create index teacher_checks_open on public.teacher_checks (expires_on)
  where outcome = 'passed' and revoked_at is null and ended_at is null;
select app.audit_table('teacher_checks', 'id', 'teacher_id', 'note,revoke_reason');

insert into app.typed_texts (relation, column_name, kind)
  values ('teacher_checks', 'note', 'text'), ('teacher_checks', 'revoke_reason', 'text');
create trigger aa_clean before insert or update on public.teacher_checks
  for each row execute function app.clean_typed_texts();
create trigger banned_refused before insert or update or delete on public.teacher_checks
  for each statement execute function app.refuse_banned_write();

-- A check is written once. Afterwards it can only be revoked, once, and the timed work may note what it did.
create function app.keep_check_history() returns trigger
language plpgsql set search_path = ''
as $$
declare
  later constant text[] := array['revoked_at', 'revoked_by', 'revoke_reason', 'told_at', 'ended_at'];
begin
  if tg_op = 'INSERT' then
    new.checked_at := coalesce(new.checked_at, new.recorded_at);
    if new.outcome = 'passed' then
      -- Never longer than the kind holds.
      new.expires_on := least(new.expires_on, (
        (new.recorded_at at time zone 'America/Sao_Paulo')::date
          + make_interval(months => app.check_months(new.kind)))::date);
    end if;
  elsif to_jsonb(new) - later <> to_jsonb(old) - later
    or old.revoked_at is not null
      and (new.revoked_at, new.revoked_by, new.revoke_reason)
        is distinct from (old.revoked_at, old.revoked_by, old.revoke_reason)
  then
    raise exception 'a check is only revoked, never changed' using errcode = 'PT409', hint = 'check_is_history';
  end if;
  return new;
end
$$;
create trigger b_history before insert or update on public.teacher_checks
  for each row execute function app.keep_check_history();

-- The compact form of the checks that hold today; null without one. Of several of one kind, the one that holds longest.
create function app.checks_text(teacher uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select string_agg(
    (array['i', 'w', 'g', 'e', 'r', 'p', 'b'])[k.place]
      || to_char(k.checked_at at time zone 'America/Sao_Paulo', 'YYMM') || to_char(k.expires_on, 'YYMMDD'),
    '' order by k.place)
  from (
    select distinct on (c.kind) c.checked_at, c.expires_on, array_position(
      array['identity', 'whatsapp', 'instagram', 'experience', 'references', 'picture', 'background'], c.kind) as place
    from public.teacher_checks c
    where c.teacher_id = teacher and c.outcome = 'passed' and c.revoked_at is null and c.expires_on > app.today()
    order by c.kind, c.expires_on desc, c.checked_at desc
  ) k
$$;

-- Whether these checks have one of identity that holds today.
create function app.holds_identity(checks text) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(checks like 'i%' and substr(checks, 6, 6) > app.today_code(), false)
$$;

alter table public.teachers
  add checks text,
  add constraint teachers_checks_check check (checks ~ '^([iwgerpb][0-9]{10}){1,7}$');
grant select (checks) on public.teachers to anon, authenticated;
alter table public.teacher_listings add checks text;
grant select (checks) on public.teacher_listings to anon, authenticated;

-- Derives `checks` at every write, so that it cannot be forged, and refuses to show a teacher without a check of identity.
-- A teacher who is shown and whose check has ended meanwhile is taken off by whatever writes the row next. The lock is
-- for a row that does not exist yet: without it, a check could be revoked while the row is being inserted.
create function app.require_identity_check() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' and new.is_active then
    perform from public.user_profiles p where p.id = new.id for no key update;
  end if;
  new.checks := app.checks_text(new.id);
  if new.is_active and not app.holds_identity(new.checks) then
    if tg_op = 'UPDATE' and old.is_active then
      new.is_active := false;
    else
      raise exception 'a teacher is shown only with a passed and unexpired check of identity'
        using errcode = 'PT409', hint = 'identity_unchecked', detail = new.id::text;
    end if;
  end if;
  return new;
end
$$;

-- Brings changed checks to `teachers`. Writing that row, not only locking it, makes a repeatable-read transaction that
-- approves meanwhile fail instead of trusting its old snapshot.
create function app.checks_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ids uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct n.teacher_id) into ids from new_rows n;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct o.teacher_id) into ids from old_rows o;
  else
    select array_agg(distinct n.teacher_id) into ids from new_rows n;
  end if;
  if ids is not null then
    perform from public.user_profiles p where p.id = any (ids) order by p.id for no key update;
    perform from public.teachers t where t.id = any (ids) order by t.id for update;
    update public.teachers t set checks = null
      where t.id = any (ids) and t.checks is distinct from app.checks_text(t.id);
  end if;
  return null;
end
$$;
create trigger checks_inserted after insert on public.teacher_checks referencing new table as new_rows
  for each statement execute function app.checks_changed();
create trigger checks_updated after update on public.teacher_checks referencing new table as new_rows
  for each statement execute function app.checks_changed();
create trigger checks_deleted after delete on public.teacher_checks referencing old table as old_rows
  for each statement execute function app.checks_changed();

-- The owner's phones get the full list with the profile.
create trigger version_inserted after insert on public.teacher_checks referencing new table as new_rows
  for each statement execute function app.version_profiles('teacher_id');
create trigger version_updated after update on public.teacher_checks
  referencing new table as new_rows old table as old_rows
  for each statement execute function app.version_profiles('teacher_id');
create trigger version_deleted after delete on public.teacher_checks referencing old table as old_rows
  for each statement execute function app.version_profiles('teacher_id');

-- A check of a number, of Instagram or of the picture is about what was looked at: another one is unchecked.
create function app.revoke_changed_check() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.teacher_checks c set revoked_at = clock_timestamp()
    where c.teacher_id = new.id and c.kind = tg_argv[0] and c.outcome = 'passed' and c.revoked_at is null;
  return null;
end
$$;
create trigger revoke_whatsapp after update of whatsapp on public.user_profiles for each row
  when (old.whatsapp is distinct from new.whatsapp) execute function app.revoke_changed_check('whatsapp');
create trigger revoke_picture after update of profile_image_url on public.user_profiles for each row
  when (old.profile_image_url is distinct from new.profile_image_url) execute function app.revoke_changed_check('picture');
create trigger revoke_instagram after update of instagram on public.teachers for each row
  when (old.instagram is distinct from new.instagram) execute function app.revoke_changed_check('instagram');

create function app.forget_checks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.teacher_checks c where c.teacher_id = old.id;
  return null;
end
$$;
create trigger forget_checks after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_checks();

-- The derived column asks for no consent of the person to whom it belongs.
drop trigger a_terms on public.teachers;
create trigger a_terms after update on public.teachers for each row when (old.* is distinct from new.*)
  execute function app.require_terms_of_row('id', 'updated_at,created_at,slug,is_active,is_featured,approved_at,checks');

-- What earlier releases knew. Single verifications keep their dates and who did them. Until now approving a teacher meant
-- that the team had looked at who it is, without a record of it: so everybody who is shown at this moment gets a check
-- of identity dated from the approval, by nobody in particular, that holds for the usual time from this migration on.
-- Nobody disappears at the deploy, and everybody is looked at again within that time.
insert into public.teacher_checks (teacher_id, kind, outcome, checked_at, expires_on, note, checked_by)
  select v.teacher_id, k.kind, v.outcome, v.checked_at,
    case v.outcome when 'passed' then (
      (v.checked_at at time zone 'America/Sao_Paulo')::date + make_interval(months => app.check_months(k.kind)))::date end,
    v.note, v.checked_by
  from public.teacher_verifications v cross join unnest(v.checked) k (kind);
insert into public.teacher_checks (teacher_id, kind, checked_at)
  select t.id, 'identity', least(coalesce(t.approved_at, t.created_at), now()) from public.teachers t where t.is_active;

drop trigger forget_verifications on public.user_profiles;
drop function app.forget_verifications();
drop function public.admin_verify_teacher(uuid, jsonb);
drop table public.teacher_verifications;
delete from app.typed_texts where relation = 'teacher_verifications';
delete from app.personal_data where place = 'public.teacher_verifications';
insert into app.personal_data (place, columns, rows_of, exported_as, hidden, after_leaving, reason) values
  ('public.teacher_checks', '{teacher_id,checked_by,note,revoked_by,revoke_reason}', 't.teacher_id::text = $1',
    'verifications', '{teacher_id,checked_by,note,revoked_by,revoke_reason,told_at,ended_at}', 'gone',
    'what the team checked about the teacher; its notes are the team''s');

-- `zy`: after the guards, which see what was written, and after everything that only shapes the row.
update public.teachers t set checks = app.checks_text(t.id) where exists (
  select from public.teacher_checks c where c.teacher_id = t.id);
create trigger zy_identity before insert or update on public.teachers
  for each row execute function app.require_identity_check();
-- Holds without triggers too.
alter table public.teachers add constraint teachers_active_are_checked check (not is_active or checks ~ '^i' is true);

-- As before, with the checks; a teacher is live and active only while the check of identity holds.
create or replace view app.teacher_source_core as
select
  t.id,
  p.name,
  f.folded_name,
  (case when s.highlighted then '0' else '1' end || f.folded_name || ' ' || t.id) collate "C" as rank,
  p.city_id,
  array(
    select l.dance_style_id from public.teacher_dance_styles l where l.teacher_id = t.id
    order by l.position, l.dance_style_id
  ) as style_ids,
  p.profile_image_url, p.whatsapp, t.bio, t.experience, t.neighborhood, t.instagram, t.modalidades_aula, t.slug,
  t.is_featured or s.on_stage as is_featured,
  s.highlighted as is_highlighted,
  e.average_rating as rating_average,
  coalesce(e.total_evaluations, 0) as rating_count,
  coalesce(e.five_stars, 0) as five_stars,
  coalesce(e.four_stars, 0) as four_stars,
  coalesce(e.three_stars, 0) as three_stars,
  coalesce(e.two_stars, 0) as two_stars,
  coalesce(e.one_star, 0) as one_star,
  t.approved_at,
  false as _deleted,
  t.is_active and app.holds_identity(t.checks) as is_active,
  t.is_paused,
  t.is_active and not t.is_paused and app.holds_identity(t.checks) as is_live,
  a.reply_hours, a.reply_tenths,
  (
    select app.public_lessons_given(count(*), count(distinct r.student_id))
    from public.lesson_requests r join public.lessons l on l.request_id = r.id and l.status = 'held'
    where r.teacher_id = t.id
  ) as lessons_given,
  t.checks
from public.teachers t
join public.user_profiles p on p.id = t.id and p.role = 'teacher' and p.removed_at is null
cross join lateral (select app.fold(p.name) as folded_name) f
cross join lateral (
  select
    coalesce(bool_or(st.tier in ('destaque_salao', 'brilho_palco')), false) as highlighted,
    coalesce(bool_or(st.tier = 'brilho_palco'), false) as on_stage
  from public.supporter_tiers st where st.user_id = t.id and st.is_active
) s
left join public.user_evaluation_stats e on e.user_id = t.id
left join app.response_facts a on a.id = t.id;

-- As before, with `checks`: of each kind the passed check that holds longest, expired ones too, as
-- [{ kind, checked_at, expires_on }].
create or replace view app.own_profiles_core as
select
  v.id, p.name, p.email, p.role, p.whatsapp, p.city_id, p.profile_image_url,
  case p.role
    when 'student' then array(
      select s.dance_style_id from public.student_dance_styles s where s.student_id = p.id order by s.dance_style_id)
    when 'teacher' then array(
      select s.dance_style_id from public.teacher_dance_styles s where s.teacher_id = p.id
      order by s.position, s.dance_style_id)
    when 'admin' then '{}'::uuid[]
  end as style_ids,
  coalesce(t.bio, s.bio) as bio, coalesce(t.experience, s.experience) as experience, t.neighborhood,
  coalesce(t.instagram, s.instagram) as instagram, t.modalidades_aula, t.is_active, t.is_paused, t.is_featured,
  t.approved_at, coalesce(t.slug, s.slug) as slug, p.created_at, v._xid, v._deleted,
  s.is_public, s.interests, s.dancing_since, s.favourite_songs,
  case when p.id is not null then app.benefits_of(p.id) end as benefits, p.muted_notifications,
  a.message as adjustment, a.adjusted_at,
  case when t.id is not null then (
    select coalesce(jsonb_agg(jsonb_build_object('kind', k.kind, 'checked_at', k.checked_at, 'expires_on', k.expires_on)
      order by k.kind), '[]')
    from (
      select distinct on (c.kind) c.kind, c.checked_at, c.expires_on from public.teacher_checks c
      where c.teacher_id = t.id and c.outcome = 'passed' and c.revoked_at is null
      order by c.kind, c.expires_on desc, c.checked_at desc
    ) k
  ) end as checks
from public.profile_versions v
left join public.user_profiles p on p.id = v.id and p.removed_at is null
left join public.teachers t on t.id = p.id and p.role = 'teacher'
left join public.students s on s.id = p.id and p.role = 'student'
left join lateral app.adjustment_of(t.id) a on true;

select app.define_teacher_views();
select app.define_listings();
do $$
begin
  perform app.recompute_listings(array(select t.id from public.teachers t where t.is_active));
end
$$;
alter table public.teacher_listings add constraint teacher_listings_checked
  check (_deleted or checks ~ '^i[0-9]{10}([wgerpb][0-9]{10}){0,6}$' is true);

-- Readers compare the day, so that a listing whose check has ended is gone before the timed work removes it.
drop policy "live listings are public" on public.teacher_listings;
create policy "live listings are public" on public.teacher_listings for select to anon, authenticated
  using (not _deleted and substr(checks, 6, 6) > (select app.today_code()));
grant execute on function app.today_code() to anon, authenticated;

-- As before; of listings, those whose check of identity has ended are sent as tombstones.
create or replace function app.pull_statement(relation text) returns text
language sql stable set search_path = ''
as $$
  select format($statement$
    with page as materialized (
      select t.* from public.%1$I t
      where (t._xid, t.id) > ($1::bigint, $2::uuid)
        and t._xid < (select app.version_horizon())
      order by t._xid, t.id
      limit $3::int + 1
    ), sent as materialized (
      select p._xid, p.id, %2$s as _deleted, case when %2$s and not p._deleted
        then json_build_object('id', p.id, '_xid', p._xid, '_deleted', true) else row_to_json(p) end as content
      from page p order by p._xid, p.id limit $3::int
    )
    select json_build_object(
      'epoch', app.current_epoch(),
      'rows', coalesce((
        select json_agg(s.content order by s._xid, s.id) from sent s where not ($4::boolean and s._deleted)
      ), '[]'),
      'checkpoint', coalesce((
        select json_build_object('xid', s._xid, 'id', s.id) from sent s order by s._xid desc, s.id desc limit 1
      ), case when not $4::boolean then json_build_object('xid', $1::bigint, 'id', $2::uuid) end),
      'done', (select count(*) from page) <= $3::int,
      'total', case when $4::boolean then (select count(*) from public.%1$I p where not (%2$s)) end
    )$statement$, relation,
    case relation when 'teacher_listings' then
      '(p._deleted or coalesce(substr(p.checks, 6, 6), '''') <= (select app.today_code()))' else 'p._deleted' end)
$$;

-- As before; the public search leaves out listings whose check of identity has ended, and says which checks hold.
create or replace function app.search_statement(with_hidden boolean, by_name boolean, by_style boolean, by_city boolean, by_slots boolean default false) returns text
language sql stable set search_path = ''
as $$
  select format($statement$
    with page as materialized (
      select l.* from %1$s l where %2$s order by l.rank limit $4::int offset $5::bigint
    )
    select jsonb_build_object(
      'teachers', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', p.id, 'name', p.name, 'city_name', c.name, 'profile_image_url', p.profile_image_url,
          'whatsapp', p.whatsapp, 'bio', p.bio, 'experience', p.experience, 'neighborhood', p.neighborhood,
          'instagram', p.instagram, 'modalidades_aula', p.modalidades_aula,
          'dance_styles', coalesce((
            select jsonb_agg(d.name order by array_position(p.style_ids, d.id))
            from public.dance_styles d where d.id = any (p.style_ids) and not d._deleted
          ), '[]'),
          'is_active', %3$s, 'slug', p.slug, 'rating_average', p.rating_average, 'rating_count', p.rating_count,
          'five_stars', p.five_stars, 'four_stars', p.four_stars, 'three_stars', p.three_stars,
          'two_stars', p.two_stars, 'one_star', p.one_star, 'is_featured', p.is_featured,
          'is_highlighted', p.is_highlighted, 'approved_at', p.approved_at, 'checks', p.checks
        ) order by p.rank)
        from page p left join public.cities c on c.id = p.city_id and not c._deleted
      ), '[]'),
      'total_count', n.total,
      'total_pages', (n.total + $4::int - 1) / $4::int
    )
    from (select count(*) as total from %1$s l where %2$s) n$statement$,
    case when with_hidden then 'app.teacher_source' else 'public.teacher_listings' end,
    'not l._deleted'
      || case when with_hidden then '' else ' and substr(l.checks, 6, 6) > (select app.today_code())' end
      || case when by_name then ' and strpos(l.folded_name, $1::text) > 0' else '' end
      || case when by_style then ' and l.style_ids @> array[$2::uuid]' else '' end
      || case when by_city then ' and l.city_id = $3::uuid' else '' end
      || case when by_slots then ' and l.availability && $6::text[]' else '' end,
    case when with_hidden then 'p.is_active' else 'true' end)
$$;

-- As before, without teachers whose check of identity has ended.
create or replace function public.lead_candidates(lead_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  lead public.student_leads;
  wanted_city uuid;
  wanted_style uuid;
  blocked uuid[];
begin
  select * into lead from public.student_leads l where l.id = lead_id;
  if not found then
    return null;
  end if;
  select c.id into wanted_city from public.cities c where app.fold(c.name) = app.fold(lead.cidade) and not c._deleted;
  select s.id into wanted_style from public.dance_styles s
    where app.fold(s.name) = app.fold(lead.estilo_danca) and not s._deleted;
  -- Empty for a visitor's lead.
  blocked := array(
    select case when b.user_id = lead.user_id then b.person_id else b.user_id end
    from public.blocks b where b.is_on and lead.user_id in (b.user_id, b.person_id));
  return jsonb_build_object(
    'lead', jsonb_build_object(
      'id', lead.id, 'user_id', lead.user_id, 'city_id', wanted_city, 'style_id', wanted_style,
      'cidade', lead.cidade, 'estilo_danca', lead.estilo_danca, 'objetivos', lead.objetivos,
      'year', extract(year from lead.created_at at time zone 'UTC')::integer
    ),
    'analysis', lead.ai_analysis_data,
    'candidates', (
      with known as (
        select l.*, l.city_id = wanted_city is true as here,
          coalesce(wanted_style = any (l.style_ids), false) as teaches,
          app.rating_strength(l.rating_average, l.rating_count) as strength
        from public.teacher_listings l
        where not l._deleted and substr(l.checks, 6, 6) > (select app.today_code())
          and l.city_id is not null and l.id <> all (blocked)
      ), placed as (
        select k.*, row_number() over (partition by k.here order by k.teaches desc, k.strength desc, k.rank) as place
        from known k
      )
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'rank', p.rank, 'city_id', p.city_id, 'style_ids', p.style_ids, 'bio', p.bio,
        'experience', p.experience, 'neighborhood', p.neighborhood, 'modalities', p.modalidades_aula,
        'rating_average', p.rating_average, 'rating_count', p.rating_count
      ) order by p.rank), '[]')
      from placed p where p.place <= 60
    )
  );
end
$$;

-- As before; checks are exported by their row of app.personal_data, and the team's notes about them are left out.
create or replace function app.data_of_support_and_team(person uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'support', coalesce((
      select jsonb_agg(to_jsonb(s) order by s.created_at) from public.supporter_tiers s where s.user_id = person
    ), '[]'),
    'support_log', coalesce((
      select jsonb_agg(to_jsonb(l) - 'id' order by l.created_at, l.id)
      from public.support_sync_logs l
      where lower(l.email) in (select s.email from public.supporter_tiers s where s.user_id = person)
    ), '[]'),
    'changes_by_team', coalesce((
      select jsonb_agg(jsonb_build_object('at', l.at, 'table', l.table_name, 'action', l.action,
        'before', (coalesce(l.before, '{}') || coalesce(a.before, '{}')) - team,
        'after', (coalesce(l.after, '{}') || coalesce(a.after, '{}')) - team) order by l.at, l.id)
      from public.audit_log l left join app.audit_personal a on a.audit_id = l.id
      cross join (values (array['decided_by', 'checked_by', 'created_by', 'note', 'revoked_by', 'revoke_reason'])) as names (team)
      where (l.row_id = person::text or a.person_id = person) and l.actor_id <> person
    ), '[]'),
    'changes_made', coalesce((
      select jsonb_agg(jsonb_build_object('at', l.at, 'table', l.table_name, 'row_id', l.row_id, 'action', l.action)
        order by l.at, l.id)
      from public.audit_log l where l.actor_id = person
    ), '[]'),
    'team_messages', coalesce((
      select jsonb_agg(jsonb_build_object('title', b.title, 'state', r.state, 'sent_at', r.sent_at)
        order by b.created_at, b.id)
      from public.bulk_notification_recipients r join public.bulk_notifications b on b.id = r.bulk_id
      where r.person_id = person
    ), '[]'),
    'team_messages_sent', coalesce((
      select jsonb_agg(jsonb_build_object('title', b.title, 'body', b.body, 'total', b.total, 'created_at', b.created_at)
        order by b.created_at, b.id)
      from public.bulk_notifications b where b.created_by = person
    ), '[]')
  );
end
$$;

-- Privileges and policies; tests/database/matrix.ts has the same as data. Only the procedures of administrators write
-- checks: a client with the service key that skips them writes nothing.

alter table public.teacher_checks enable row level security;
grant select on public.teacher_checks to service_role;
grant select (id, teacher_id, kind, outcome, checked_at, recorded_at, expires_on, note, checked_by, revoked_at, revoked_by,
  revoke_reason, told_at, ended_at) on public.teacher_checks to authenticated;
create policy "admins read checks" on public.teacher_checks for select to authenticated
  using ((select app.is_admin()));
