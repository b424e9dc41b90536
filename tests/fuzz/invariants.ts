/**
 * Invariants of all rows together that no constraint can express. Each query finds the rows that
 * break its rule.
 */
import type { Statements } from '../../supabase/embedded/database.ts';

export const INVARIANTS: Readonly<Record<string, string>> = {
  'a role row belongs to a profile of that role': `
    select s.id from public.students s join public.user_profiles p on p.id = s.id where p.role <> 'student'
    union all
    select t.id from public.teachers t join public.user_profiles p on p.id = t.id where p.role <> 'teacher'`,
  'nobody became an administrator': `
    select p.id from public.user_profiles p where p.role = 'admin' and p.name <> 'Administradora' and p.removed_at is null
      and not exists (select from public.audit_log a where a.table_name = 'user_profiles' and a.row_id = p.id::text)`,
  'an account is a person’s, with an address that mail can have': `
    select id, email, role, aud from auth.users where role is distinct from 'authenticated' or aud is distinct from 'authenticated'
      or email <> lower(email) or email !~ '^[^[:space:][:cntrl:]<>]+@[^[:space:][:cntrl:]<>@]+$'`,
  'what belongs to an account goes with it': `
    select id::text from auth.identities i where not exists (select from auth.users u where u.id = i.user_id)
    union all select id::text from auth.sessions s where not exists (select from auth.users u where u.id = s.user_id)
    union all select id::text from auth.refresh_tokens t
      where not exists (select from auth.users u where u.id::text = t.user_id::text)`,
  'a profile in use has an account': `
    select p.id from public.user_profiles p
    where p.removed_at is null and not exists (select from auth.users u where u.id = p.id)`,
  'listings say what their sources say': `
    select coalesce(l.id, s.id) from (select * from public.teacher_listings where not _deleted) l
    full join (select * from app.teacher_source where is_live) s on s.id = l.id
    where (l.name, l.folded_name, l.rank, l.city_id, l.style_ids, l.profile_image_url, l.whatsapp, l.bio, l.experience,
      l.neighborhood, l.instagram, l.modalidades_aula, l.slug, l.is_featured, l.is_highlighted, l.rating_average,
      l.rating_count, l.approved_at)
      is distinct from (s.name, s.folded_name, s.rank, s.city_id, s.style_ids, s.profile_image_url, s.whatsapp, s.bio,
      s.experience, s.neighborhood, s.instagram, s.modalidades_aula, s.slug, s.is_featured, s.is_highlighted,
      s.rating_average, s.rating_count, s.approved_at)`,
  'statistics are sums of their stars': `
    select s.user_id from public.user_evaluation_stats s
    where s.total_evaluations <> s.five_stars + s.four_stars + s.three_stars + s.two_stars + s.one_star`,
  'every evaluation is in the statistics': `
    select e.evaluated_id from public.lesson_evaluations e
    left join public.user_evaluation_stats s on s.user_id = e.evaluated_id
    join public.user_profiles p on p.id = e.evaluated_id and p.removed_at is null
    group by e.evaluated_id, s.total_evaluations having count(*) > coalesce(s.total_evaluations, 0)`,
  'an evaluation is between the two people of its request': `
    select e.id from public.lesson_evaluations e left join public.lesson_requests r on r.id = e.lesson_request_id
    where r.id is null or e.evaluator_id not in (r.student_id, r.teacher_id)
      or e.evaluated_id not in (r.student_id, r.teacher_id)`,
  'a request is from a student to a teacher': `
    select r.id from public.lesson_requests r
    where exists (select from public.user_profiles p where p.id = r.student_id and p.role <> 'student')
      or exists (select from public.user_profiles p where p.id = r.teacher_id and p.role <> 'teacher')`,
  'both sides of a request have a version of it': `
    select r.id from public.lesson_requests r, unnest(array[r.student_id, r.teacher_id]) x (person)
    where not exists (select from public.lesson_request_versions v where v.id = r.id and v.person_id = x.person)`,
  'a written text is what somebody wrote: no character that only programs send': `
    select id::text from public.user_profiles
      where concat(name, whatsapp, profile_image_url) ~ '[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f]'
    union all select id::text from public.teachers
      where concat(bio, experience, neighborhood, instagram) ~ '[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f]'
    union all select id::text from public.posts where text ~ '[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f]'
    union all select id::text from public.lesson_requests
      where concat(message, reason) ~ '[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f]'
    union all select id::text from public.lesson_evaluations where comment ~ '[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f]'
    union all select id::text from public.student_leads
      where concat(nome, cidade, estilo_danca, objetivos) ~ '[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f]'`,
  'a rich text is made of what is allowed': `
    select id from public.blog_posts where app.rich_text_fault(body) is not null`,
  'an address to open is https or one of our own': `
    select id from public.user_profiles where profile_image_url !~ '^(https://|/storage/v1/object/public/)'
    union all select id from public.notifications where url !~ '^/([^/\\\\]|$)'
    union all select id from public.sponsors where url !~ '^https://' or logo_url !~ '^/storage/v1/object/public/'
    union all select id from public.events where url !~ '^https://'
    union all select id from public.blog_posts where cover_url !~ '^/storage/v1/object/public/'`,
  'public content has an object behind it': `
    select c.id from public.content_items c where not c._deleted and (
      c.kind = 'post' and not exists (select from public.posts p where p.id = c.id and p.is_listed and p.removed_at is null)
      or c.kind = 'blog' and not exists (select from public.blog_posts p where p.id = c.id)
      or c.kind = 'step' and not exists (select from public.dance_steps s where s.id = c.id and s.is_published)
      or c.kind = 'sponsor' and not exists (select from public.sponsors s where s.id = c.id and s.is_active)
      or c.kind = 'dancer' and not exists (select from public.students s where s.id = c.id))`,
  'what is shown is in public content': `
    select p.id from public.posts p join public.user_profiles a on a.id = p.author_id and a.removed_at is null
    where p.is_listed and p.removed_at is null
      and not exists (select from public.content_items c where c.id = p.id and c.kind = 'post' and not c._deleted)
      and not app.is_blocked_account(p.author_id)
    union all select s.id from public.dance_steps s where s.is_published
      and not exists (select from public.content_items c where c.id = s.id and c.kind = 'step' and not c._deleted)`,
  'a command that is stored is finished': `select id from public.command_log where result is null`,
  'a command answers with its own id': `
    select id from public.command_log where kind <> 'test' and result ->> 'command_id' is distinct from id::text`,
  'a notification is one person’s': `
    select n.id from public.notifications n
    where not exists (select from public.user_profiles p where p.id = n.user_id)`,
  'an active supporter’s account is not one that is gone': `
    select s.id from public.supporter_tiers s join public.user_profiles p on p.id = s.user_id
    where p.removed_at is not null`,
  'a removed person left no words': `
    select p.id from public.user_profiles p join public.teachers t on t.id = p.id
    where p.removed_at is not null and num_nonnulls(t.bio, t.experience, t.neighborhood, t.instagram) > 0`,
};

/** The names of the broken rules, with one row each. */
export async function brokenInvariants(database: Statements): Promise<string[]> {
  const names = Object.keys(INVARIANTS);
  const parts = names.map(
    (name, at) =>
      `(select ${at} as rule, (to_jsonb(x) ->> 0) as sample, x::text as row from (${INVARIANTS[name]}) x limit 1)`,
  );
  const rows = await database.query<{ rule: number; row: string }>(parts.join('\nunion all\n'));
  return rows.map(({ rule, row }) => `${names[rule]}: ${row}`);
}
