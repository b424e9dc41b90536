/**
 * Permissions on every table and procedure of schema public, as data. matrix.test.ts compares it
 * with the database; a table, view or procedure without an entry here fails.
 */
export const PERSONS = [
  'visitor',
  'student',
  'other student',
  'addressed teacher',
  'other teacher',
  'inactive teacher',
  'admin',
] as const;
export type Person = (typeof PERSONS)[number];

/**
 * The rows that an unscoped statement reaches. 'all' · 'live' without tombstones · 'active' terms ·
 * 'shown' sponsors · 'public' settings · 'own' · 'own and live' · 'party' requests with the person
 * on one side · 'listed' those of shown teachers · 'listed and own' · 'none' of them · 'denied'
 * with 42501, or 55000 for a view that cannot be written · 'refused' by a foreign key that some row
 * is referenced by.
 */
export type Reach =
  | 'all'
  | 'live'
  | 'active'
  | 'shown'
  | 'public'
  | 'own'
  | 'own and live'
  | 'party'
  | 'listed'
  | 'listed and own'
  | 'none'
  | 'denied'
  | 'refused';

/** 'allowed' · 'denied' with 42501 · 'refused' by a key or check after the policies let it through. */
export type Outcome = 'allowed' | 'denied' | 'refused';

type Each<T> = readonly [T, T, T, T, T, T, T];
const everyone = <T>(value: T): Each<T> => [value, value, value, value, value, value, value];
const signedIn = <T>(value: T): Each<T | 'denied'> => ['denied', value, value, value, value, value, value];
const adminOnly = <T, A>(others: T, admin: A): Each<T | A> => [
  others,
  others,
  others,
  others,
  others,
  others,
  admin,
];

export interface TableRules {
  /** The column with the id of the row's owner. */
  owner?: string;
  /** All rows that a view could show, as a FROM item; default the relation itself. */
  countIn?: string;
  /** An assignment of an unprivileged column, for the unscoped update. */
  assignment: string;
  /**
   * Inserts a row as the person would for themself; $1 is their id (null: visitor's random one).
   */
  insertSql: string;
  select: Each<Reach>;
  insert: Each<Outcome>;
  /** The same row for another person: $1 is that person's id. Absent when rows have no owner. */
  insertForAnother?: Each<Outcome>;
  update: Each<Reach>;
  delete: Each<Reach>;
}

const referenceData = (table: string): TableRules => ({
  assignment: 'active = active',
  insertSql: `insert into public.${table} (name) values ('Nova linha ' || $1::text)`,
  select: adminOnly('live', 'all'),
  insert: adminOnly('denied', 'allowed'),
  update: ['denied', 'none', 'none', 'none', 'none', 'none', 'all'],
  delete: everyone('denied'),
});

const onlyProcedures = (assignment: string, insertSql: string): Omit<TableRules, 'select'> => ({
  assignment,
  insertSql,
  insert: everyone('denied'),
  update: everyone('denied'),
  delete: everyone('denied'),
});

/** Content written by admins, shown to others through content_items and procedures. */
const adminContent: Omit<TableRules, 'assignment' | 'insertSql'> = {
  select: ['denied', 'none', 'none', 'none', 'none', 'none', 'all'],
  insert: adminOnly('denied', 'allowed'),
  update: ['denied', 'none', 'none', 'none', 'none', 'none', 'all'],
  delete: ['denied', 'none', 'none', 'none', 'none', 'none', 'all'],
};

/** Requests of the fixture: accepted between student and addressed teacher; pending from student to other teacher. */
export const ACCEPTED = '00000000-0000-4000-8000-0000000000a1';
export const PENDING = '00000000-0000-4000-8000-0000000000a2';

/** The student's post on the Mural. */
export const POST = '00000000-0000-4000-8000-0000000000c1';

/** Rows of the fixture: a supporter without account, an active sponsor. */
export const SUPPORTER = '00000000-0000-4000-8000-0000000000b1';
export const BULK = '00000000-0000-4000-8000-0000000000b7';
export const SPONSOR = '00000000-0000-4000-8000-0000000000b2';

export const TABLES: Record<string, TableRules> = {
  cities: referenceData('cities'),
  dance_styles: referenceData('dance_styles'),
  teacher_listings: {
    ...onlyProcedures('bio = bio', 'insert into public.teacher_listings (id, _deleted) values ($1, true)'),
    select: everyone('live'),
  },
  content_items: {
    ...onlyProcedures(
      'slug = slug',
      `insert into public.content_items (id, kind, sort_key, data)
      values ($1, 'event', 'a', '{}')`,
    ),
    select: everyone('live'),
  },
  blog_categories: {
    ...adminContent,
    // A category that has posts cannot be deleted.
    delete: ['denied', 'none', 'none', 'none', 'none', 'none', 'refused'],
    assignment: 'name = name',
    insertSql: `insert into public.blog_categories (name, slug) values ('Nova', 'nova-' || $1::text)`,
  },
  blog_posts: {
    ...adminContent,
    assignment: 'title = title',
    insertSql: `insert into public.blog_posts (title, slug, category_id, excerpt, body, author_name)
      values ('Novo', 'novo-' || $1::text, '10000000-0000-4000-8000-0000000000c1', 'Um resumo curto',
        '{"type": "doc", "content": [{"type": "paragraph"}]}', 'Equipe')`,
  },
  dance_steps: {
    ...adminContent,
    assignment: 'name = name',
    insertSql: `insert into public.dance_steps (name, dance_style_id, level, description)
      select left('Passo ' || $1::text, 80), id, 'iniciante', 'Como se faz este passo'
      from public.dance_styles where name = 'Forró'`,
  },
  events: {
    assignment: 'title = title',
    insertSql: `insert into public.events (title, kind, city_id, starts_at)
      select 'Baile ' || $1::text, 'baile', id, '2027-01-02 22:00-03' from public.cities where name = 'Vitória'`,
    select: ['denied', 'none', 'none', 'none', 'none', 'none', 'all'],
    insert: adminOnly('denied', 'allowed'),
    update: ['denied', 'none', 'none', 'none', 'none', 'none', 'all'],
    delete: ['denied', 'none', 'none', 'none', 'none', 'none', 'all'],
  },
  posts: {
    owner: 'author_id',
    ...onlyProcedures(
      'text = text',
      `insert into public.posts (id, author_id, text) values (gen_random_uuid(), $1, 'Quem vai?')`,
    ),
    select: ['denied', 'own', 'own', 'own', 'own', 'own', 'all'],
  },
  user_profiles: {
    owner: 'id',
    assignment: 'whatsapp = whatsapp',
    insertSql: `insert into public.user_profiles (id, name, email, role)
      values ($1, 'Nome Novo', 'novo@example.com', 'student')`,
    select: ['none', 'own', 'own', 'own', 'own', 'own', 'all'],
    insert: ['denied', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused'],
    insertForAnother: everyone('denied'),
    update: ['denied', 'own', 'own', 'own', 'own', 'own', 'all'],
    delete: everyone('denied'),
  },
  students: {
    owner: 'id',
    assignment: 'id = id',
    insertSql: 'insert into public.students (id) values ($1)',
    select: ['none', 'own', 'own', 'none', 'none', 'none', 'all'],
    insert: ['denied', 'refused', 'refused', 'denied', 'denied', 'denied', 'denied'],
    insertForAnother: everyone('denied'),
    update: everyone('denied'),
    delete: everyone('denied'),
  },
  teachers: {
    owner: 'id',
    assignment: 'bio = bio',
    insertSql: 'insert into public.teachers (id) values ($1)',
    select: ['none', 'none', 'none', 'own', 'own', 'own', 'all'],
    insert: ['denied', 'denied', 'denied', 'refused', 'refused', 'refused', 'denied'],
    insertForAnother: everyone('denied'),
    update: ['denied', 'none', 'none', 'own', 'own', 'own', 'all'],
    delete: everyone('denied'),
  },
  student_dance_styles: {
    owner: 'student_id',
    assignment: 'dance_style_id = dance_style_id',
    insertSql: `insert into public.student_dance_styles
      select $1, id from public.dance_styles where name = 'Zouk'`,
    select: ['none', 'own', 'own', 'none', 'none', 'none', 'all'],
    insert: ['denied', 'allowed', 'allowed', 'refused', 'refused', 'refused', 'refused'],
    insertForAnother: adminOnly('denied', 'refused'),
    update: everyone('denied'),
    delete: ['denied', 'own', 'own', 'none', 'none', 'none', 'all'],
  },
  teacher_dance_styles: {
    owner: 'teacher_id',
    assignment: 'dance_style_id = dance_style_id',
    insertSql: `insert into public.teacher_dance_styles
      select $1, id from public.dance_styles where name = 'Zouk'`,
    select: ['none', 'none', 'none', 'own', 'own', 'own', 'all'],
    insert: ['denied', 'refused', 'refused', 'allowed', 'allowed', 'allowed', 'refused'],
    insertForAnother: adminOnly('denied', 'allowed'),
    update: everyone('denied'),
    delete: ['denied', 'none', 'none', 'own', 'own', 'own', 'all'],
  },
  user_evaluation_stats: {
    owner: 'user_id',
    ...onlyProcedures(
      'five_stars = five_stars',
      'insert into public.user_evaluation_stats (user_id) values ($1)',
    ),
    select: [
      'listed',
      'listed and own',
      'listed and own',
      'listed and own',
      'listed',
      'listed and own',
      'all',
    ],
  },
  supporter_tiers: {
    owner: 'user_id',
    assignment: 'amount = amount',
    insertSql: `insert into public.supporter_tiers (user_id, email, tier, amount)
      values ($1, 'apoio@example.com', 'brilho_palco', 63)`,
    select: ['none', 'own', 'none', 'own', 'none', 'none', 'all'],
    insert: adminOnly('denied', 'allowed'),
    insertForAnother: adminOnly('denied', 'allowed'),
    update: ['denied', 'none', 'none', 'none', 'none', 'none', 'all'],
    delete: ['denied', 'none', 'none', 'none', 'none', 'none', 'all'],
  },
  public_supporters: {
    ...onlyProcedures('name = name', 'insert into public.public_supporters (id) values ($1)'),
    select: everyone('all'),
  },
  supporter_tier_definitions: {
    ...onlyProcedures(
      'name = name',
      `insert into public.supporter_tier_definitions (tier, id, position, name, amount, benefit, benefit_title,
        benefit_text) values ('passinho', $1, 9, 'Novo', 500, 'listing', 'Título', 'Texto')`,
    ),
    select: everyone('all'),
  },
  sponsor_tier_definitions: {
    ...onlyProcedures(
      'slots = slots',
      `insert into public.sponsor_tier_definitions (tier, id, position, name, amount, slots, benefit_title,
        benefit_text) values ('ouro', $1, 9, 'Novo', 500, 9, 'Título', 'Texto')`,
    ),
    select: everyone('all'),
  },
  sponsors: {
    assignment: 'tagline = tagline',
    insertSql: `insert into public.sponsors (name, tier) values ('Nova marca ' || left($1::text, 8), 'bronze')`,
    select: adminOnly('shown', 'all'),
    insert: adminOnly('denied', 'allowed'),
    update: ['denied', 'none', 'none', 'none', 'none', 'none', 'all'],
    delete: ['denied', 'none', 'none', 'none', 'none', 'none', 'all'],
  },
  support_sync_logs: {
    assignment: 'message = message',
    insertSql: `insert into public.support_sync_logs (sync_type, email, status)
      values ('manual', $1::text || '@example.com', 'success')`,
    select: ['denied', 'none', 'none', 'none', 'none', 'none', 'all'],
    insert: adminOnly('denied', 'allowed'),
    update: everyone('denied'),
    delete: everyone('denied'),
  },
  app_settings: {
    assignment: 'value = value',
    insertSql: `insert into public.app_settings (key, value) select 'new_setting', to_jsonb($1::text)`,
    select: adminOnly('public', 'all'),
    insert: adminOnly('denied', 'allowed'),
    update: ['denied', 'none', 'none', 'none', 'none', 'none', 'all'],
    delete: everyone('denied'),
  },
  terms_and_policies: {
    ...onlyProcedures(
      'title = title',
      'insert into public.terms_and_policies (version, title) values (99, $1::text)',
    ),
    select: adminOnly('active', 'all'),
  },
  user_acceptances: {
    owner: 'user_id',
    ...onlyProcedures(
      'accepted_at = accepted_at',
      `insert into public.user_acceptances (user_id, terms_id)
        select $1, id from public.terms_and_policies where active`,
    ),
    select: ['denied', 'own', 'own', 'own', 'own', 'own', 'all'],
  },
  notifications: {
    owner: 'user_id',
    ...onlyProcedures(
      'read_at = read_at',
      `insert into public.notifications (user_id, kind, title, body) values ($1, 'test', 'Título', 'Texto')`,
    ),
    select: signedIn('own and live'),
  },
  pwa_subscriptions: {
    owner: 'user_id',
    assignment: 'is_active = is_active',
    insertSql: `insert into public.pwa_subscriptions (user_id, fcm_token, endpoint, p256dh_key, auth_key, user_agent,
        is_active, token_source)
      values ($1::uuid, repeat('t', 120) || $1::uuid, 'https://push.example.com/novo/' || $1::uuid, 'p', 'a',
        'Navegador', true, 'fcm')`,
    select: ['denied', 'own', 'own', 'own', 'own', 'own', 'own'],
    insert: signedIn('allowed'),
    insertForAnother: everyone('denied'),
    update: ['denied', 'own', 'own', 'own', 'own', 'own', 'own'],
    delete: everyone('denied'),
  },
  push_queue: {
    owner: 'user_id',
    ...onlyProcedures(
      'attempts = attempts',
      `insert into public.push_queue (notification_id, user_id, due_at, next_at)
        values (gen_random_uuid(), $1, now(), now())`,
    ),
    select: everyone('denied'),
  },
  push_deliveries: {
    ...onlyProcedures(
      'failures = failures',
      `insert into public.push_deliveries (notification_id, subscription_id, token_hash)
        values (gen_random_uuid(), $1, '')`,
    ),
    select: everyone('denied'),
  },
  profile_versions: {
    owner: 'id',
    ...onlyProcedures('changes = changes', 'insert into public.profile_versions (id) values ($1)'),
    select: everyone('denied'),
  },
  student_leads: {
    owner: 'user_id',
    ...onlyProcedures(
      'nome = nome',
      `insert into public.student_leads (id, user_id, nome, cidade, estilo_danca)
        values (gen_random_uuid(), $1, 'Ana', 'Vitória', 'Forró')`,
    ),
    select: everyone('denied'),
  },
  lesson_requests: {
    ...onlyProcedures(
      'reason = reason',
      `insert into public.lesson_requests (id, student_id, teacher_id, dance_style_id)
        select gen_random_uuid(), $1, gen_random_uuid(), id from public.dance_styles where name = 'Forró'`,
    ),
    select: ['denied', 'party', 'party', 'party', 'party', 'party', 'all'],
  },
  lesson_request_versions: {
    owner: 'person_id',
    ...onlyProcedures(
      'changes = changes',
      `insert into public.lesson_request_versions (id, person_id) values ('${ACCEPTED}', $1)`,
    ),
    select: everyone('denied'),
  },
  // The evaluated person and admins find nothing to change; the evaluated person finds nothing to
  // read either.
  lesson_evaluations: {
    owner: 'evaluator_id',
    assignment: 'rating = rating',
    insertSql: `insert into public.lesson_evaluations (lesson_request_id, evaluator_id, evaluated_id, rating)
      values ('${ACCEPTED}', $1, (select student_id from public.lesson_requests where id = '${ACCEPTED}'), 5)`,
    select: ['denied', 'own', 'none', 'none', 'own', 'none', 'all'],
    insert: ['denied', 'denied', 'denied', 'allowed', 'denied', 'denied', 'denied'],
    insertForAnother: everyone('denied'),
    update: ['denied', 'own', 'none', 'none', 'own', 'none', 'none'],
    delete: everyone('denied'),
  },
  public_evaluations: {
    owner: 'evaluated_id',
    countIn: 'public.lesson_evaluations',
    ...onlyProcedures('rating = rating', 'insert into public.public_evaluations (evaluated_id) values ($1)'),
    select: ['listed', 'listed', 'listed and own', 'listed', 'listed', 'listed and own', 'all'],
  },
  pending_evaluations: {
    owner: 'evaluator_id',
    countIn: `(select x.person as evaluator_id
      from public.lesson_requests r, unnest(array[r.student_id, r.teacher_id]) x (person)
      where r.status = 'Aceito' and not exists (select from public.lesson_evaluations e
        where e.lesson_request_id = r.id and e.evaluator_id = x.person)) pending`,
    ...onlyProcedures('style = style', 'insert into public.pending_evaluations (evaluator_id) values ($1)'),
    select: ['none', 'none', 'own', 'own', 'none', 'own', 'none'],
  },
  favourites: {
    owner: 'user_id',
    ...onlyProcedures(
      'is_on = is_on',
      `insert into public.favourites (user_id, teacher_id, is_on, wished_at) values ($1, gen_random_uuid(), true, now())`,
    ),
    select: everyone('denied'),
  },
  // A block is never visible to the blocked person.
  blocks: {
    owner: 'user_id',
    ...onlyProcedures(
      'is_on = is_on',
      `insert into public.blocks (user_id, person_id, is_on, name, wished_at)
        values ($1, gen_random_uuid(), true, 'Alguém', now())`,
    ),
    select: everyone('denied'),
  },
  reports: {
    owner: 'reporter_id',
    ...onlyProcedures(
      'reason = reason',
      `insert into public.reports (id, reporter_id, what, target_id, reason)
        values (gen_random_uuid(), $1, 'profile', gen_random_uuid(), 'spam')`,
    ),
    select: ['denied', 'own', 'none', 'none', 'own', 'none', 'all'],
  },
  report_decisions: {
    ...onlyProcedures(
      'reason = reason',
      `insert into public.report_decisions (what, target_id, decision, decided_by)
        values ('profile', gen_random_uuid(), 'keep', $1)`,
    ),
    select: ['denied', 'none', 'none', 'none', 'none', 'none', 'all'],
  },
  teacher_verifications: {
    ...onlyProcedures(
      'note = note',
      `insert into public.teacher_verifications (id, teacher_id, checked, outcome, checked_by)
        values (gen_random_uuid(), $1, '{identity}', 'passed', $1)`,
    ),
    select: ['denied', 'none', 'none', 'none', 'none', 'none', 'all'],
  },
  // Not even admins may write, change or delete an audit line.
  audit_log: {
    ...onlyProcedures(
      'row_id = row_id',
      `insert into public.audit_log (actor_id, action, table_name, row_id, words)
        values ($1, 'update', 'cities', 'x', '')`,
    ),
    select: ['denied', 'none', 'none', 'none', 'none', 'none', 'all'],
  },
  // Only procedures of administrators read and write these rows.
  bulk_notifications: {
    ...onlyProcedures(
      'title = title',
      `insert into public.bulk_notifications (id, title, body, total, created_by)
        values (gen_random_uuid(), 'Baile', 'Venha dançar', 1, $1)`,
    ),
    select: everyone('denied'),
  },
  bulk_notification_recipients: {
    owner: 'person_id',
    ...onlyProcedures(
      'state = state',
      `insert into public.bulk_notification_recipients (bulk_id, person_id) values ('${BULK}', $1)`,
    ),
    select: everyone('denied'),
  },
  command_log: {
    owner: 'user_id',
    ...onlyProcedures(
      'kind = kind',
      `insert into public.command_log (id, user_id, kind, payload_hash, result)
        values (gen_random_uuid(), $1, 'test', repeat('0', 64), '{}')`,
    ),
    select: everyone('denied'),
  },
};

export interface ProcedureRules {
  /** The call; $1 is the id of the addressed teacher. */
  call: string;
  /**
   * PT409: permitted, and refused because of the state of things or of the account. PT404:
   * permitted, but names nothing of the caller's.
   */
  execute: Each<'allowed' | 'denied' | 'PT403' | 'PT404' | 'PT409'>;
}

/** The lists of the back-office, all with one signature. */
export const ADMIN_LISTS = [
  'teachers',
  'students',
  'student_ranking',
  'requests',
  'evaluations',
  'leads',
  'supporters',
  'sponsors',
  'sync_logs',
  'reports',
  'posts',
  'events',
  'steps',
  'blog_posts',
  'audit',
  'bulk',
  'bulk_recipients',
  'cities',
  'dance_styles',
  'blog_categories',
] as const;

const adminLists = Object.fromEntries(
  ADMIN_LISTS.map((name): [string, ProcedureRules] => [
    `admin_list_${name}(jsonb, text, jsonb, integer)`,
    { call: `public.admin_list_${name}()`, execute: adminOnly('denied', 'allowed') },
  ]),
);

/** Keyed by signature as PostgreSQL writes it, argument types only. */
export const PROCEDURES: Record<string, ProcedureRules> = {
  'pull_cities(bigint, uuid, integer)': { call: 'public.pull_cities()', execute: everyone('allowed') },
  'pull_dance_styles(bigint, uuid, integer)': {
    call: 'public.pull_dance_styles()',
    execute: everyone('allowed'),
  },
  'pull_teachers(bigint, uuid, integer)': { call: 'public.pull_teachers()', execute: everyone('allowed') },
  'pull_content(bigint, uuid, integer)': { call: 'public.pull_content()', execute: everyone('allowed') },
  'publish_due_posts(integer)': { call: 'public.publish_due_posts()', execute: everyone('denied') },
  'blog_post(text)': { call: `public.blog_post('artigo')`, execute: everyone('allowed') },
  'search_teachers_with_filters(integer, integer, text, text, text, boolean)': {
    call: 'public.search_teachers_with_filters(admin_view => true)',
    execute: everyone('allowed'),
  },
  'search_teachers_with_filters_cached(integer, integer, text, text, text, boolean)': {
    call: 'public.search_teachers_with_filters_cached(admin_view => true)',
    execute: everyone('allowed'),
  },
  'restart_replication()': { call: 'public.restart_replication()', execute: everyone('denied') },
  'update_teacher_slug(uuid, text)': {
    call: `public.update_teacher_slug($1, 'Nome Novo')`,
    execute: ['denied', 'denied', 'denied', 'allowed', 'denied', 'denied', 'allowed'],
  },
  'accept_terms(uuid)': {
    call: 'public.accept_terms((select id from public.terms_and_policies where active))',
    execute: signedIn('allowed'),
  },
  'pull_profile(bigint, uuid, integer)': { call: 'public.pull_profile()', execute: signedIn('allowed') },
  'pull_notifications(bigint, uuid, integer)': {
    call: 'public.pull_notifications()',
    execute: signedIn('allowed'),
  },
  'visible_ids_notifications()': {
    call: 'public.visible_ids_notifications()',
    execute: signedIn('allowed'),
  },
  'mark_notifications_read(uuid, uuid[])': {
    call: 'public.mark_notifications_read(gen_random_uuid(), array(select id from public.notifications))',
    execute: signedIn('allowed'),
  },
  'set_notification_preferences(uuid, text[])': {
    call: `public.set_notification_preferences(gen_random_uuid(), '{news}')`,
    execute: signedIn('allowed'),
  },
  'update_profile(uuid, jsonb, bigint)': {
    call: `public.update_profile(gen_random_uuid(), '{"name": "Nome Novo"}')`,
    execute: signedIn('allowed'),
  },
  'complete_registration(jsonb)': {
    call: `public.complete_registration('{}')`,
    execute: signedIn('allowed'),
  },
  'abort_registration()': { call: 'public.abort_registration()', execute: signedIn('PT409') },
  'create_lesson_request(uuid, jsonb)': {
    call: `public.create_lesson_request(gen_random_uuid(), jsonb_build_object('id', gen_random_uuid(),
      'teacher_id', $1::uuid, 'dance_style_id', (select id from public.dance_styles where name = 'Forró')))`,
    execute: ['denied', 'PT409', 'allowed', 'denied', 'denied', 'denied', 'denied'],
  },
  'answer_lesson_request(uuid, uuid, text, text, bigint)': {
    call: `public.answer_lesson_request(gen_random_uuid(), '${PENDING}', 'accept')`,
    execute: ['denied', 'denied', 'PT404', 'PT404', 'allowed', 'PT404', 'PT404'],
  },
  'cancel_lesson_request(uuid, uuid, text, bigint)': {
    call: `public.cancel_lesson_request(gen_random_uuid(), '${PENDING}')`,
    execute: ['denied', 'allowed', 'PT404', 'PT404', 'allowed', 'PT404', 'PT404'],
  },
  'pull_lesson_requests(bigint, uuid, integer)': {
    call: 'public.pull_lesson_requests()',
    execute: signedIn('allowed'),
  },
  'visible_ids_lesson_requests()': {
    call: 'public.visible_ids_lesson_requests()',
    execute: signedIn('allowed'),
  },
  'save_evaluation(uuid, jsonb)': {
    call: `public.save_evaluation(gen_random_uuid(), jsonb_build_object('id', gen_random_uuid(),
      'lesson_request_id', '${ACCEPTED}', 'rating', 4))`,
    execute: ['denied', 'allowed', 'denied', 'allowed', 'denied', 'denied', 'denied'],
  },
  'evaluations_of(uuid, integer, integer)': {
    call: 'public.evaluations_of($1)',
    execute: everyone('allowed'),
  },
  'pending_evaluations_of(uuid)': {
    call: 'public.pending_evaluations_of($1)',
    execute: ['denied', 'denied', 'denied', 'allowed', 'denied', 'denied', 'denied'],
  },
  'pull_evaluations(bigint, uuid, integer)': {
    call: 'public.pull_evaluations()',
    execute: signedIn('allowed'),
  },
  'visible_ids_evaluations()': {
    call: 'public.visible_ids_evaluations()',
    execute: signedIn('allowed'),
  },
  // Removing the favourite of a deleted account succeeds.
  'set_favourite(uuid, jsonb, bigint)': {
    call: `public.set_favourite(gen_random_uuid(), jsonb_build_object('teacher_id', gen_random_uuid(),
      'wanted', false, 'wished_at', now()))`,
    execute: ['denied', 'allowed', 'allowed', 'denied', 'denied', 'denied', 'denied'],
  },
  'set_block(uuid, jsonb, bigint)': {
    call: `public.set_block(gen_random_uuid(), jsonb_build_object('person_id', gen_random_uuid(),
      'wanted', false, 'wished_at', now()))`,
    execute: signedIn('allowed'),
  },
  'create_report(uuid, jsonb)': {
    call: `public.create_report(gen_random_uuid(), jsonb_build_object('id', gen_random_uuid(), 'what', 'profile',
      'target_id', gen_random_uuid(), 'reason', 'spam'))`,
    execute: signedIn('PT404'),
  },
  'pull_favourites(bigint, uuid, integer)': {
    call: 'public.pull_favourites()',
    execute: signedIn('allowed'),
  },
  'visible_ids_favourites()': {
    call: 'public.visible_ids_favourites()',
    execute: signedIn('allowed'),
  },
  // Every user asks for their own commands; visitors by ids that only their phone knows.
  'known_commands(uuid[])': {
    call: 'public.known_commands(array[gen_random_uuid()])',
    execute: everyone('allowed'),
  },
  'my_account_state()': { call: 'public.my_account_state()', execute: signedIn('allowed') },
  // The id is the key: knowing it is enough.
  'create_lead(uuid, jsonb)': {
    call: `public.create_lead(gen_random_uuid(), jsonb_build_object('id', gen_random_uuid(), 'nome', 'Ana',
      'cidade', 'Vitória', 'estilo_danca', 'Forró'))`,
    execute: everyone('allowed'),
  },
  // No command has this id: every caller is told so. Ownership of receipts is tested in
  // tests/database/replication/commands.test.ts.
  'command_receipt(uuid)': {
    call: 'public.command_receipt(gen_random_uuid())',
    execute: everyone('allowed'),
  },
  'get_lead(uuid)': { call: 'public.get_lead(gen_random_uuid())', execute: everyone('allowed') },
  'set_lead_teacher(uuid, uuid)': {
    call: `public.set_lead_teacher('10000000-0000-4000-8000-000000000001', $1)`,
    execute: everyone('allowed'),
  },
  'lead_candidates(uuid)': {
    call: 'public.lead_candidates(gen_random_uuid())',
    execute: everyone('denied'),
  },
  'claim_lead_model(uuid, text, integer, integer)': {
    call: `public.claim_lead_model(gen_random_uuid(), '', 1, 1)`,
    execute: everyone('denied'),
  },
  'save_lead_analysis(uuid, jsonb, uuid)': {
    call: `public.save_lead_analysis(gen_random_uuid(), '{"cityMatch": null, "brazilMatch": null}')`,
    execute: everyone('denied'),
  },
  'tidy_up(integer, timestamp with time zone)': {
    call: 'public.tidy_up()',
    execute: everyone('denied'),
  },
  'pushes_due(timestamp with time zone)': { call: 'public.pushes_due()', execute: everyone('denied') },
  'claim_pushes(integer, integer, timestamp with time zone)': {
    call: 'public.claim_pushes()',
    execute: everyone('denied'),
  },
  'finish_pushes(uuid, jsonb, integer, timestamp with time zone)': {
    call: `public.finish_pushes(gen_random_uuid(), '[]')`,
    execute: everyone('denied'),
  },
  'release_phone(uuid, text)': {
    call: `public.release_phone(gen_random_uuid(), 'none')`,
    execute: ['allowed', 'denied', 'denied', 'denied', 'denied', 'denied', 'denied'],
  },
  'create_post(uuid, jsonb)': {
    call: `public.create_post(gen_random_uuid(), jsonb_build_object('id', gen_random_uuid(), 'text', 'Quem vai?'))`,
    execute: signedIn('allowed'),
  },
  'remove_post(uuid, uuid, text)': {
    call: `public.remove_post(gen_random_uuid(), '${POST}')`,
    execute: ['denied', 'allowed', 'denied', 'denied', 'denied', 'denied', 'allowed'],
  },
  'save_supporter(uuid, jsonb)': {
    call: `public.save_supporter(gen_random_uuid(), '{"email": "novo@example.com", "tier": "passinho"}')`,
    execute: adminOnly('denied', 'allowed'),
  },
  'deactivate_supporter(uuid, uuid)': {
    call: `public.deactivate_supporter(gen_random_uuid(), '${SUPPORTER}')`,
    execute: adminOnly('denied', 'allowed'),
  },
  'import_supporters(uuid, jsonb)': {
    call: `public.import_supporters(gen_random_uuid(), '[{"email": "novo@example.com", "amount": 10}]')`,
    execute: adminOnly('denied', 'allowed'),
  },
  'save_sponsor(uuid, jsonb)': {
    call: `public.save_sponsor(gen_random_uuid(), '{"id": "${SPONSOR}", "tagline": "Outra frase"}')`,
    execute: adminOnly('denied', 'allowed'),
  },
  'deactivate_sponsor(uuid, uuid)': {
    call: `public.deactivate_sponsor(gen_random_uuid(), '${SPONSOR}')`,
    execute: adminOnly('denied', 'allowed'),
  },
  ...adminLists,
  'admin_dashboard(date, date)': {
    call: 'public.admin_dashboard()',
    execute: adminOnly('denied', 'allowed'),
  },
  'admin_investors(integer)': {
    call: 'public.admin_investors()',
    execute: adminOnly('denied', 'allowed'),
  },
  'admin_teacher(uuid)': { call: 'public.admin_teacher($1)', execute: adminOnly('denied', 'allowed') },
  'admin_set_teachers(uuid, jsonb)': {
    call: `public.admin_set_teachers(gen_random_uuid(),
      jsonb_build_array(jsonb_build_object('id', $1::uuid, 'is_featured', true)))`,
    execute: adminOnly('denied', 'allowed'),
  },
  'admin_verify_teacher(uuid, jsonb)': {
    call: `public.admin_verify_teacher(gen_random_uuid(), jsonb_build_object('id', gen_random_uuid(),
      'teacher_id', $1::uuid, 'checked', jsonb_build_array('identity'), 'outcome', 'passed'))`,
    execute: adminOnly('denied', 'allowed'),
  },
  'admin_decide_report(uuid, jsonb)': {
    call: `public.admin_decide_report(gen_random_uuid(),
      jsonb_build_object('what', 'profile', 'target_id', $1::uuid, 'decision', 'keep'))`,
    execute: adminOnly('denied', 'allowed'),
  },
  'admin_preview_bulk(jsonb)': {
    call: `public.admin_preview_bulk('{"role": "student"}')`,
    execute: adminOnly('denied', 'allowed'),
  },
  'admin_bulk(uuid)': { call: `public.admin_bulk('${BULK}')`, execute: adminOnly('denied', 'allowed') },
  'admin_start_bulk(uuid, jsonb)': {
    call: `public.admin_start_bulk(gen_random_uuid(),
      jsonb_build_object('id', gen_random_uuid(), 'title', 'Outro baile', 'body', 'Venha dançar'))`,
    execute: adminOnly('denied', 'allowed'),
  },
  'admin_step_bulk(uuid, integer)': {
    call: `public.admin_step_bulk('${BULK}')`,
    execute: adminOnly('denied', 'allowed'),
  },
  'admin_stop_bulk(uuid)': {
    call: `public.admin_stop_bulk('${BULK}')`,
    execute: adminOnly('denied', 'allowed'),
  },
  'admin_resume_bulk(uuid)': {
    call: `public.admin_resume_bulk('${BULK}')`,
    execute: adminOnly('denied', 'allowed'),
  },
  'send_bulk_notifications(integer)': {
    call: 'public.send_bulk_notifications()',
    execute: everyone('denied'),
  },
  'admin_settings()': { call: 'public.admin_settings()', execute: adminOnly('denied', 'allowed') },
  'admin_set_setting(uuid, text, jsonb)': {
    call: `public.admin_set_setting(gen_random_uuid(), 'rate_limits', '{"evaluations_day": 9}')`,
    execute: adminOnly('denied', 'allowed'),
  },
  'admin_test_data()': { call: 'public.admin_test_data()', execute: adminOnly('denied', 'allowed') },
  // Refused to every person where the settings do not allow it, as here.
  'admin_create_test_data(uuid, jsonb)': {
    call: `public.admin_create_test_data(gen_random_uuid(), '{"students": 1}')`,
    execute: everyone('denied'),
  },
  'admin_remove_test_data(uuid)': {
    call: 'public.admin_remove_test_data(gen_random_uuid())',
    execute: everyone('denied'),
  },
  'preview_supporters(jsonb)': {
    call: `public.preview_supporters('[{"email": "novo@example.com", "amount": 10}]')`,
    execute: adminOnly('denied', 'allowed'),
  },
  'my_data()': { call: 'public.my_data()', execute: signedIn('allowed') },
  // No person here has just entered the password; accounts-data.test.ts tests the other case.
  'delete_my_account(text)': { call: `public.delete_my_account('EXCLUIR')`, execute: signedIn('PT403') },
};
