/**
 * The demo data: fictional teachers and three accounts with a password, so that a fresh installation shows a filled
 * product. Later recognised by `raw_app_meta_data.demo` of the auth users and by the setting `demo_data`.
 */
import type { Database, Statements } from './database.ts';
import { authUsers, createdAt, emailOf, NEWEST, noon, putAccounts, putAuthUsers } from './seed/accounts.ts';
import { putAlive } from './seed/alive.ts';
import { putBlog, putCovers, readDemoBlog } from './seed/blog.ts';
import { putCommunity, readDemoCommunity } from './seed/community.ts';
import {
  type DemoAccount,
  type DemoTeacher,
  readDemoAccounts,
  readDemoPicture,
  readDemoTeachers,
} from './seed/demo-data.ts';
import { putInboxes } from './seed/inboxes.ts';
import { type DemoLessons, lessonUsers, putLessons, readDemoLessons, starsBefore } from './seed/lessons.ts';
import { LOAD_EMAIL, putTeachers, type TeacherRow } from './seed/people.ts';
import { LOGO_BUCKET, putProgrammes, readDemoProgrammes } from './seed/programmes.ts';
import { putSteps } from './seed/steps.ts';
import { messageOf, StartFailure } from './start-failure.ts';

export interface SeedTarget {
  database: Database;
  putObject(bucket: string, key: string, bytes: Uint8Array, contentType: string): Promise<unknown>;
}

const BUCKET = 'profile-images';
const TIER_AMOUNT = { destaque_salao: 20, brilho_palco: 63 } as const;

const middle = (from: string, to: string) => new Date((Date.parse(from) + Date.parse(to)) / 2).toISOString();

/**
 * `isAlive` adds what goes on around the present day (seed/alive.ts).
 * Fills a prepared database without users, all or nothing; pictures are stored first, so that none is missing.
 * Throws StartFailure when the database has users, or when anything else goes wrong.
 */
export async function seedDemo({ database, putObject }: SeedTarget, { isAlive = false } = {}): Promise<void> {
  await refuseExistingUsers(database);
  try {
    const [teachers, accounts, lessons, programmes, community] = await Promise.all([
      readDemoTeachers(),
      readDemoAccounts(),
      readDemoLessons(),
      readDemoProgrammes(),
      readDemoCommunity(),
    ]);
    const pictures = new Map<string, string>();
    for (const teacher of teachers) {
      const picture = await readDemoPicture(teacher);
      if (picture === null) continue;
      await putObject(BUCKET, picture.key, picture.bytes, 'image/webp');
      pictures.set(teacher.id, `/storage/v1/object/public/${BUCKET}/${picture.key}`);
    }
    const blog = await readDemoBlog();
    const covers = await putCovers(blog, putObject);
    for (const { key, bytes } of programmes.logos.values()) {
      await putObject(LOGO_BUCKET, key, bytes, 'image/webp');
    }
    const users = await Promise.all([...authUsers(teachers, accounts), ...lessonUsers(lessons)]);
    await database.transaction(async (tx) => {
      await refuseExistingUsers(tx);
      // Suppresses notifications of old evaluations (app.notify_evaluated).
      await tx.query(`select set_config('app.seeding', 'on', true)`);
      await putAuthUsers(tx, users);
      await putTeachers(
        tx,
        teachers.map((teacher) => teacherRow(teacher, accounts, lessons, pictures.get(teacher.id) ?? null)),
      );
      await putAccounts(tx, accounts);
      await putLessons(tx, lessons, accounts);
      await putCommunity(tx, community, Date.now());
      await putInboxes(tx, accounts);
      await putSupporters(tx, teachers, accounts);
      await putProgrammes(tx, programmes);
      await putSettings(tx, teachers);
      await putBlog(tx, blog, covers);
      await putSteps(tx);
      if (isAlive) await putAlive(tx, Date.now());
    });
    // PGlite has no autovacuum, and the first searches would be planned for empty tables.
    await database.exec('analyze');
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    throw new StartFailure(`Cannot put in the demo data: ${messageOf(error)}`);
  }
}

async function refuseExistingUsers(statements: Statements): Promise<void> {
  const [row] = await statements.query<{ people: boolean }>(
    `select exists (select from auth.users) or exists (
       select from public.user_profiles p where p.removed_at is null and p.email !~ $1
     ) as people`,
    [LOAD_EMAIL],
  );
  if (row?.people) {
    throw new StartFailure(
      'This database already has people: demo data is only put into a database without any.',
    );
  }
}

function teacherRow(
  teacher: DemoTeacher,
  accounts: readonly DemoAccount[],
  lessons: DemoLessons,
  pictureUrl: string | null,
): TeacherRow {
  const approvedAt = teacher.approvedOn === null ? null : noon(teacher.approvedOn);
  return {
    id: teacher.id,
    name: teacher.name,
    email: emailOf(teacher, accounts),
    whatsapp: teacher.whatsapp,
    city: teacher.city,
    profile_image_url: pictureUrl,
    created_at: createdAt(teacher),
    bio: teacher.bio,
    experience: teacher.experience,
    neighborhood: teacher.neighborhood,
    instagram: teacher.instagram,
    modalities: teacher.modalities,
    availability: teacher.availability,
    lesson_places: teacher.lessonPlaces,
    levels: teacher.levels,
    dance_roles: teacher.danceRoles,
    accepts_couples: teacher.acceptsCouples,
    is_accessible: teacher.isAccessible,
    videos: teacher.videos,
    styles: teacher.styles,
    slug: teacher.slug,
    is_active: teacher.status !== 'inactive',
    is_paused: teacher.status === 'paused',
    is_featured: teacher.featured,
    approved_at: approvedAt,
    stars: starsBefore(teacher, lessons),
    last_evaluation_date: teacher.stars && approvedAt ? middle(approvedAt, NEWEST) : null,
  };
}

async function putSupporters(
  tx: Statements,
  teachers: readonly DemoTeacher[],
  accounts: readonly DemoAccount[],
): Promise<void> {
  for (const teacher of teachers) {
    if (teacher.supporterTier === null) continue;
    await tx.query(
      `insert into public.supporter_tiers (user_id, email, tier, amount, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $5)`,
      [
        teacher.id,
        emailOf(teacher, accounts),
        teacher.supporterTier,
        TIER_AMOUNT[teacher.supporterTier],
        NEWEST,
      ],
    );
  }
}

async function putSettings(tx: Statements, teachers: readonly DemoTeacher[]): Promise<void> {
  const fallback = teachers.find((teacher) => teacher.featured);
  await tx.query(
    `insert into public.app_settings (key, value, is_public, description) values
       ('demo_data', $1::text::jsonb, false, 'What was put in as demo data; its people carry demo in their app metadata'),
       ('default_teacher_id', $2::text::jsonb, true, 'Teacher shown when the lead flow finds no other'),
       ('test_data_allowed', 'true', false, 'Whether admins may create and remove marked demo rows')
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify({ version: 1, teachers: teachers.length }), JSON.stringify(fallback?.id ?? null)],
  );
}
