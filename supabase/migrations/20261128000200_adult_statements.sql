-- 'Procuro par' is for people of 18 and over. A person states that with the first write about partners that needs it; the
-- server keeps when it arrived, and no age. An account that asks for lessons for a person under age may be used by that
-- person: as long as such a request waits or runs, the account is not among partners.
--
-- Requests and answers are refused without a statement and listed only with one (…_partner_requests.sql;
-- tests/database/content/partners.test.ts).
alter table public.user_profiles
  add adult_stated_at timestamptz,
  add constraint user_profiles_removed_states_nothing check (removed_at is null or adult_stated_at is null);
grant select (adult_stated_at) on public.user_profiles to anon, authenticated;

update app.personal_data p set columns = p.columns || '{adult_stated_at}' where p.place = 'public.user_profiles';

create index lesson_requests_of_guardians on public.lesson_requests (student_id)
  where guardian_terms is not null and status in ('Pendente', 'Aceito') and ended_at is null;

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

-- As before, with adult_stated_at.
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
  ) end as checks,
  p.adult_stated_at
from public.profile_versions v
left join public.user_profiles p on p.id = v.id and p.removed_at is null
left join public.teachers t on t.id = p.id and p.role = 'teacher'
left join public.students s on s.id = p.id and p.role = 'student'
left join lateral app.adjustment_of(t.id) a on true;

select app.define_teacher_views();
