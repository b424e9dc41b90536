import type { Statements } from '../database.ts';

/** A teacher with profile, statistics and styles, by column name. Times are ISO 8601. */
export interface TeacherRow {
  id: string;
  name: string;
  email: string;
  whatsapp: string | null;
  city: string;
  profile_image_url: string | null;
  created_at: string;
  bio: string;
  experience: string;
  neighborhood: string;
  instagram: string | null;
  modalities: readonly string[];
  availability: readonly string[] | null;
  lesson_places: readonly string[] | null;
  levels: readonly string[] | null;
  dance_roles: readonly string[] | null;
  accepts_couples: boolean | null;
  is_accessible: boolean | null;
  videos: readonly string[] | null;
  styles: readonly string[];
  slug: string | null;
  is_active: boolean;
  is_paused: boolean;
  is_featured: boolean;
  approved_at: string | null;
  /** Counts, five stars first; null: no evaluations. */
  stars: readonly number[] | null;
  last_evaluation_date: string | null;
  /** Passed checks besides that of identity, which each active teacher has. */
  checks?: readonly { kind: string; checked_at: string }[];
}

/** The e-mail addresses of the synthetic teachers of scripts/seed-load.ts, as a pattern for `~`. */
export const LOAD_EMAIL = String.raw`^carga\.\d+@load\.danceflix\.test$`;

const COLUMNS = `id uuid, name text, email text, whatsapp text, city text, profile_image_url text, created_at timestamptz,
  bio text, experience text, neighborhood text, instagram text, modalities text[],
  availability text[], lesson_places text[], levels text[], dance_roles text[], accepts_couples boolean,
  is_accessible boolean, videos text[], styles text[], slug text,
  is_active boolean, is_paused boolean, is_featured boolean, approved_at timestamptz, stars integer[],
  last_evaluation_date timestamptz, checks jsonb`;

/** Inserted inactive, so that the triggers do not compute listings yet. */
const INSERT = `
insert into public.user_profiles (id, name, email, role, whatsapp, city_id, profile_image_url, created_at)
  select i.id, i.name, i.email, 'teacher', i.whatsapp, c.id, i.profile_image_url, i.created_at
  from incoming i join public.cities c on c.name = i.city
  on conflict (id) do update set name = excluded.name, email = excluded.email, whatsapp = excluded.whatsapp,
    city_id = excluded.city_id, profile_image_url = excluded.profile_image_url, removed_at = null;
insert into public.user_evaluation_stats
    (user_id, five_stars, four_stars, three_stars, two_stars, one_star, last_evaluation_date)
  select i.id, i.stars[1], i.stars[2], i.stars[3], i.stars[4], i.stars[5], i.last_evaluation_date
  from incoming i where i.stars is not null
  on conflict (user_id) do update set five_stars = excluded.five_stars, four_stars = excluded.four_stars,
    three_stars = excluded.three_stars, two_stars = excluded.two_stars, one_star = excluded.one_star,
    last_evaluation_date = excluded.last_evaluation_date;
insert into public.teachers (id, bio, experience, neighborhood, instagram, modalidades_aula, availability,
    lesson_places, levels, dance_roles, accepts_couples, is_accessible, videos, is_active, is_paused, is_featured, approved_at, slug, created_at)
  select i.id, i.bio, i.experience, i.neighborhood, i.instagram, i.modalities, i.availability,
    i.lesson_places, i.levels, i.dance_roles, i.accepts_couples, i.is_accessible, i.videos, false, i.is_paused,
    i.is_featured, i.approved_at, i.slug, i.created_at
  from incoming i
  on conflict (id) do update set bio = excluded.bio, experience = excluded.experience,
    neighborhood = excluded.neighborhood, instagram = excluded.instagram,
    modalidades_aula = excluded.modalidades_aula, availability = excluded.availability,
    lesson_places = excluded.lesson_places, levels = excluded.levels, dance_roles = excluded.dance_roles,
    accepts_couples = excluded.accepts_couples, is_accessible = excluded.is_accessible,
    videos = excluded.videos, is_paused = excluded.is_paused,
    is_featured = excluded.is_featured, approved_at = excluded.approved_at, slug = excluded.slug;
insert into public.teacher_dance_styles (teacher_id, dance_style_id, position)
  select i.id, s.id, w.place from incoming i cross join unnest(i.styles) with ordinality w (name, place) join public.dance_styles s on s.name = w.name
  on conflict (teacher_id, dance_style_id) do update set position = excluded.position;
insert into public.teacher_checks (teacher_id, kind, checked_at, recorded_at)
  select i.id, w.kind, least(w.checked_at, now()), now()
  from incoming i cross join lateral (
    select 'identity' as kind, coalesce(i.approved_at, i.created_at) as checked_at
    union all
    select r.kind, r.checked_at from jsonb_to_recordset(i.checks) as r (kind text, checked_at timestamptz)
  ) w
  where i.is_active and not exists (
    select from public.teacher_checks c where c.teacher_id = i.id and c.kind = w.kind and c.revoked_at is null);
update public.teachers t set is_active = true from incoming i where i.id = t.id and i.is_active;
drop table incoming`;

/**
 * Writes teachers with profile, statistics and styles in bulk, so that each listing is computed once. Rows with the
 * same id are replaced. Throws on an unknown city or style.
 */
export async function putTeachers(tx: Statements, rows: readonly TeacherRow[]): Promise<void> {
  await tx.exec(`create temporary table incoming (${COLUMNS}) on commit drop`);
  await tx.query(`insert into incoming select * from jsonb_to_recordset($1::text::jsonb) as r (${COLUMNS})`, [
    JSON.stringify(rows),
  ]);
  const unknown = await tx.query<{ name: string }>(`
    select distinct i.city as name from incoming i where not exists (select from public.cities c where c.name = i.city)
    union all
    select distinct w.name from incoming i, unnest(i.styles) w (name)
    where not exists (select from public.dance_styles s where s.name = w.name)`);
  if (unknown.length > 0) {
    throw new Error(`The database has no city or style called ${unknown.map((row) => row.name).join(', ')}`);
  }
  await tx.exec(INSERT);
}
