/** Typed texts pass one check, whoever writes them and whichever way. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, sqlState, type TestDatabase } from '../../support/database.ts';
import { callAs, refusal } from '../accounts/account-steps.ts';

/** Text columns that are not typed by people, and what writes or checks them. */
const BY_MACHINES: Record<string, string> = {
  'app_settings.key': 'checked by admin_set_setting and a constraint',
  'audit_log.action': 'trigger',
  'audit_log.after': 'copies what has been checked',
  'audit_log.before': 'copies what has been checked',
  'audit_log.personal': 'trigger',
  'audit_log.row_id': 'trigger',
  'audit_log.table_name': 'trigger',
  'blog_categories.slug': 'constraint: letters, digits, hyphens',
  'blog_posts.cover_url': 'constraint: a path of the site',
  'blog_posts.slug': 'constraint: letters, digits, hyphens',
  'blog_posts.status': 'constraint: a list',
  'bulk_notification_recipients.state': 'constraint: a list',
  'bulk_notifications.role': 'constraint: a list',
  'bulk_notifications.state': 'constraint: a list',
  'bulk_notifications.url': 'constraint: a path of the site',
  'command_log.kind': 'constraint: a name',
  'command_log.payload_hash': 'constraint: a hash',
  'command_log.result': 'procedures',
  'content_items.data': 'copies what has been checked',
  'content_items.kind': 'constraint: a list',
  'content_items.slug': 'copies what has been checked',
  'content_items.sort_key': 'triggers',
  'dance_steps.level': 'constraint: a list',
  'dance_steps.video_url': 'constraint: an address',
  'event_proposals.state': 'constraint: a list',
  'events.kind': 'constraint: a list',
  'events.slug': 'constraint: letters, digits, hyphens',
  'events.url': 'constraint: an address',
  'lesson_evaluations.public_comment': 'copies what has been checked',
  'lesson_proposals.side': 'constraint: a list',
  'lesson_proposals.zone': 'app.is_zone: a name that PostgreSQL knows',
  'lesson_requests.cancelled_by': 'constraint: a list',
  'lesson_requests.ended_by': 'constraint: a list',
  'lesson_requests.guardian_terms': 'constraint: a list',
  'lesson_requests.preferred_days': 'constraint: a list',
  'lesson_requests.preferred_times': 'constraint: a list',
  'lesson_requests.status': 'constraint: a list',
  'lesson_texts.part': 'constraint: a list',
  'lessons.called_off_by': 'constraint: a list',
  'lessons.proposed_last': 'constraint: a list',
  'lessons.status': 'constraint: a list',
  'lessons.student_outcome': 'constraint: a list',
  'lessons.teacher_outcome': 'constraint: a list',
  'lessons.zone': 'app.is_zone: a name that PostgreSQL knows',
  'notebook_versions.kind': 'constraint: a list',
  'notifications.body': 'made of names and texts that have been checked',
  'notifications.kind': 'constraint: a name',
  'notifications.title': 'made of names and texts that have been checked',
  'notifications.url': 'constraint: a path of the site',
  'partner_answers.state': 'constraint: a list',
  'partner_requests.level': 'constraint: a list',
  'partner_requests.role': 'constraint: a list',
  'posts.removed_by': 'constraint: a list',
  'push_deliveries.outcome': 'procedures',
  'push_deliveries.reason': 'procedures',
  'push_queue.outcome': 'procedures',
  'push_queue.zone': 'copies what has been checked',
  'pwa_subscriptions.auth_key': 'the browser; nobody reads it',
  'pwa_subscriptions.endpoint': 'the browser; nobody reads it',
  'pwa_subscriptions.fcm_token': 'the browser; nobody reads it',
  'pwa_subscriptions.p256dh_key': 'the browser; nobody reads it',
  'pwa_subscriptions.release_hash': 'the browser; nobody reads it',
  'pwa_subscriptions.token_source': 'constraint: a list',
  'pwa_subscriptions.user_agent': 'the browser; its owner alone reads it',
  'report_decisions.decision': 'constraint: a list',
  'report_decisions.former': 'copies what has been checked',
  'report_decisions.what': 'constraint: a list',
  'report_letters.recipient': 'constraint: a list',
  'reports.reason': 'constraint: a list',
  'reports.subject': 'create_report: a photo or video that the page shows',
  'reports.status': 'constraint: a list',
  'reports.what': 'constraint: a list',
  'share_pictures.version': 'constraint: hexadecimal digits',
  'sponsor_tier_definitions.benefit_text': 'migrations',
  'sponsor_tier_definitions.benefit_title': 'migrations',
  'sponsor_tier_definitions.name': 'migrations',
  'sponsor_tier_definitions.tier': 'migrations',
  'sponsors.logo_url': 'constraint: an address',
  'sponsors.tier': 'constraint: a list',
  'sponsors.url': 'constraint: an address',
  'step_marks.state': 'constraint: a list',
  'step_marks.step': 'constraint: letters, digits, hyphens',
  'step_reviews.step': 'constraint: letters, digits, hyphens',
  'student_leads.ai_analysis_data': 'ai-teacher-match',
  'student_leads.professor_encontrado': 'copies what has been checked',
  'students.instagram': 'constraint: letters, digits, dots',
  'students.slug': 'constraint: letters, digits, hyphens',
  'support_sync_logs.api_response': "the platform's answer",
  'support_sync_logs.status': 'constraint: a list',
  'support_sync_logs.sync_type': 'constraint: a list',
  'supporter_tier_definitions.benefit': 'migrations',
  'supporter_tier_definitions.benefit_text': 'migrations',
  'supporter_tier_definitions.benefit_title': 'migrations',
  'supporter_tier_definitions.name': 'migrations',
  'supporter_tier_definitions.tier': 'migrations',
  'supporter_tiers.tier': 'constraint: a list',
  'teacher_listings.availability': 'copies what has been checked',
  'teacher_listings.dance_roles': 'copies what has been checked',
  'teacher_listings.lesson_places': 'copies what has been checked',
  'teacher_listings.levels': 'copies what has been checked',
  'teacher_listings.checks': 'copies what has been checked',
  'teacher_listings.bio': 'copies what has been checked',
  'teacher_listings.experience': 'copies what has been checked',
  'teacher_listings.folded_name': 'copies what has been checked',
  'teacher_listings.instagram': 'copies what has been checked',
  'teacher_listings.modalidades_aula': 'copies what has been checked',
  'teacher_listings.music': 'copies what has been checked',
  'teacher_listings.name': 'copies what has been checked',
  'teacher_listings.neighborhood': 'copies what has been checked',
  'teacher_listings.photos': 'copies what has been checked',
  'teacher_listings.profile_image_url': 'copies what has been checked',
  'teacher_listings.rank': 'copies what has been checked',
  'teacher_listings.slug': 'copies what has been checked',
  'teacher_listings.story': 'copies what has been checked',
  'teacher_listings.videos': 'copies what has been checked',
  'teacher_listings.whatsapp': 'copies what has been checked',
  'teacher_checks.checked_name': 'written by a trigger: the name of before',
  'teacher_checks.kind': 'constraint: a list',
  'teacher_checks.outcome': 'constraint: a list',
  'teacher_reviews.checked': 'constraint: a list',
  'teacher_reviews.outcome': 'constraint: a list',
  'teacher_alerts.area': 'generated from the bairro',
  'teachers.checks': 'constraint: letters and digits',
  'teachers.instagram': 'constraint: letters, digits, dots',
  'teachers.modalidades_aula': 'constraint: a list',
  'teachers.slug': 'constraint: letters, digits, hyphens',
  'terms_and_policies.type': 'constraint: a list',
  'user_profiles.email': 'the sign-in address, proven to the auth server',
  'user_profiles.muted_notifications': 'constraint: names',
  'user_profiles.profile_image_url': 'constraint and guard: a file of the own folder',
  'user_profiles.role': 'constraint: a list',
  'user_profiles.whatsapp': 'constraint: a number',
};

let database: TestDatabase;
let teacher: string;
beforeAll(async () => {
  database = await createTestDatabase();
  teacher = await database.createUser({ role: 'teacher', name: 'Ana Lima' });
});
afterAll(() => database.close());

it('every text column is checked as typed, or listed as written by a machine', async () => {
  const columns = await database.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'varchar'::regtype, 'jsonb'::regtype, 'json'::regtype)`,
  );
  const typed = await database.query<{ name: string }>(
    `select t.relation || '.' || t.column_name as name from app.typed_texts t
     where exists (select from pg_trigger g where g.tgname = 'aa_clean'
       and g.tgrelid = ('public.' || quote_ident(t.relation))::regclass)`,
  );
  const known = [...typed.map(({ name }) => name), ...Object.keys(BY_MACHINES)];
  expect(known.sort()).toEqual(columns.map(({ name }) => name).sort());
});

const rename = (name: string) =>
  database.as('authenticated', teacher, (tx) =>
    tx.query<{ name: string }>('update public.user_profiles set name = $1 where id = $2 returning name', [
      name,
      teacher,
    ]),
  );

describe('a name', () => {
  it.each([
    ['Ana 2', 'a digit'],
    ["D'Ávila", 'an apostrophe'],
    ['Ana\r\nLima', 'a line break'],
    ['Ana\tLima', 'a tab'],
    ['Ana\u202egnp', 'a change of direction'],
    ['Ana\u200fLima', 'a mark of direction'],
    ['Ana\u2066Lima', 'an isolate'],
    ['Ana\u061cLima', 'an Arabic letter mark'],
    ['Ana\u0085Lima', 'a C1 control'],
    ['Ana\u3164Lima', 'a Hangul filler'],
    ['\u3164\u3164\u3164', 'fillers alone'],
    ['\uffa0\u115f\u1160\u2800', 'all kinds of fillers'],
    ['\u0301\u0301\u0301', 'marks without a letter'],
    ['Ana \u0301Lima', 'a word that begins with a mark'],
    ['An\u200b\u200b\u200b', 'letters that are too few once what has no width is gone'],
    ['=HYPERLINK("x")', 'a formula'],
    ['Ana 🎉', 'a picture'],
  ])('is refused from its owner by a direct write: %j, %s', async (name) => {
    expect(await sqlState(() => rename(name))).toBe('23514');
    expect(
      await refusal(() =>
        callAs(database, teacher, 'update_profile(gen_random_uuid(), $1::text::jsonb)', [
          JSON.stringify({ name }),
        ]),
      ),
    ).toMatchObject({ code: '22023', hint: 'invalid_value' });
  });

  it.each([
    ['João  da\u00a0Silva ', 'João da Silva'],
    ['Ana\u200bLima\ufeff', 'AnaLima'],
    ['Ana\u3000Lima', 'Ana Lima'],
    ['Jose\u0301 Lima', 'Jose\u0301 Lima'],
    ['李小龙', '李小龙'],
    ['क्षमा', 'क्षमा'],
    ['محمد علي', 'محمد علي'],
  ])('is accepted with blanks collapsed: %j as %j', async (name, stored) => {
    expect(await rename(name)).toEqual([{ name: stored }]);
  });

  it('is checked in the same way when the server itself writes it', async () => {
    const write = () =>
      database.query(`update public.user_profiles set name = E'Ana\\u202egnp' where id = $1`, [teacher]);
    expect(await sqlState(write)).toBe('23514');
  });
});

describe('a free text', () => {
  const write = (bio: string) =>
    database.as('authenticated', teacher, (tx) =>
      tx.query<{ bio: string }>('update public.teachers set bio = $1 where id = $2 returning bio', [
        bio,
        teacher,
      ]),
    );

  it.each(['a\u202eb', 'a\u2067b', 'a\u0007b', 'a\u009bb', 'a\u200eb'])(
    'is refused with %j in it',
    async (bio) => {
      expect(await sqlState(() => write(bio))).toBe('23514');
    },
  );

  it('keeps line breaks and emoji; zero-width characters and unusual spaces become plain or go', async () => {
    const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
    expect(await write(`Um\r\ndois\ttrês ${family}\u2800fim\u200b`)).toEqual([
      { bio: `Um\ndois\ttrês ${family} fim` },
    ]);
  });

  it('in a list or in a JSON value is checked as well', async () => {
    const student = await database.createUser({ role: 'student', name: 'Bia Souza' });
    const writes: [string, string][] = [
      [`update public.students set interests = array[E'salsa\\u202e'] where id = $1`, student],
      [
        `update public.app_settings set value = '"a\\u202eb"' where key = 'rate_limits' and $1::uuid is not null`,
        student,
      ],
    ];
    await database.query(
      `insert into public.app_settings (key, value) values ('rate_limits', '{}') on conflict do nothing`,
    );
    for (const [statement, id] of writes) {
      expect([statement, await sqlState(() => database.query(statement, [id]))]).toEqual([
        statement,
        '23514',
      ]);
    }
  });

  it('of a visitor is checked too', async () => {
    const lead = { id: crypto.randomUUID(), nome: 'Ana\u202e', cidade: 'Vitória', estilo_danca: 'Zouk' };
    const send = () =>
      callAs(database, null, 'create_lead(gen_random_uuid(), $1::text::jsonb)', [JSON.stringify(lead)]);
    expect(await refusal(send)).toMatchObject({ code: '22023', hint: 'invalid_value' });
  });
});
