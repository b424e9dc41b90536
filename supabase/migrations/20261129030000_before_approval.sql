-- Before the team's approval: how long a teacher usually waits, and a link that shows others the page as it will be.

-- Names the page to those who were given the link, until the approval; no column right covers it.
alter table public.teachers add preview_token uuid unique;

-- For the teacher who asks. Returns { usual_hours, preview }: half of the last approvals of 180 days came within so many
-- hours of the registration, null for fewer than five; the token of the own link, null without one. Hint: not_a_teacher
-- (42501).
create function public.review_facts() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
begin
  if (app.require_profile()).role <> 'teacher' then
    perform app.refuse('42501', 'not_a_teacher', 'only teachers wait for an approval');
  end if;
  return jsonb_build_object(
    'usual_hours', (
      select case when count(*) >= 5 then ceil(percentile_cont(0.5) within group (order by l.took) / 3600) end
      from (
        select extract(epoch from t.approved_at - t.created_at) as took from public.teachers t
        where t.approved_at > now() - interval '180 days' and t.approved_at > t.created_at
        order by t.approved_at desc limit 50
      ) l),
    'preview', (
      select t.preview_token from public.teachers t
      where t.id = me and t.approved_at is null and not t.is_active));
end
$$;

-- Makes the link of a teacher who waits, or with false takes it back: the page behind it is gone at once. Safe to repeat.
-- Returns the token, null without a link and once the teacher was approved. Hint: not_a_teacher (42501).
create function public.share_my_preview(shared boolean) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  token uuid;
begin
  if (app.require_profile()).role <> 'teacher' then
    perform app.refuse('42501', 'not_a_teacher', 'only teachers have a page');
  end if;
  update public.teachers t
    set preview_token = case when shared then coalesce(t.preview_token, gen_random_uuid()) end
    where t.id = me and t.approved_at is null and not t.is_active
    returning t.preview_token into token;
  return token;
end
$$;

-- The page behind a preview link, for anybody who has it. Returns { state, slug, teacher, city, styles }. state: 'shown';
-- 'listed' once the teacher is found in the search, with the address; 'gone' for everything else. `teacher` has the
-- columns of teacher_listings but the contact, which is for students of listed teachers.
create function public.teacher_preview(token uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select case
      when s.is_live then jsonb_build_object('state', 'listed', 'slug', coalesce(t.slug, t.id::text))
      when t.approved_at is null and not t.is_active and coalesce(u.banned_until < now(), true) then jsonb_build_object(
        'state', 'shown',
        'teacher', to_jsonb(s)
          - '{whatsapp, folded_name, rank, is_active, is_paused, is_live, _deleted}'::text[],
        'city', (select c.name from public.cities c where c.id = s.city_id),
        'styles', coalesce((
          select jsonb_agg(d.name order by w.place)
          from unnest(s.style_ids) with ordinality w (id, place) join public.dance_styles d on d.id = w.id), '[]'))
      end
    from public.teachers t join app.teacher_source s on s.id = t.id join auth.users u on u.id = t.id
    where t.preview_token = token), '{"state": "gone"}')
$$;

revoke all on function public.review_facts(), public.share_my_preview(boolean), public.teacher_preview(uuid) from public;
grant execute on function public.review_facts(), public.share_my_preview(boolean) to authenticated, service_role;
grant execute on function public.teacher_preview(uuid) to anon, authenticated, service_role;

-- A suspended teacher still reads; making a link is refused.
insert into app.suspended_may_call (procedure) values ('review_facts'), ('teacher_preview');

update app.personal_data set
    columns = columns || 'preview_token'::text,
    rows_of = replace(rows_of, 't.photos) > 0', 't.photos, t.preview_token) > 0'),
    blanks = blanks || ', preview_token = null'
  where place = 'public.teachers';
