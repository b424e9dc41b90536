/**
 * Who may do what with every table and procedure of schema public, as data. matrix.test.ts compares it with the
 * database; a table, view or procedure without an entry here fails.
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
 * How many rows an unscoped statement reaches.
 * 'all' · 'live' without tombstones · 'active' terms · 'public' settings · 'own' · 'own and live' ·
 * 'listed' statistics of shown teachers · 'listed and own' · 'none' of them · 'denied' with 42501.
 */
export type Reach =
  | 'all'
  | 'live'
  | 'active'
  | 'public'
  | 'own'
  | 'own and live'
  | 'listed'
  | 'listed and own'
  | 'none'
  | 'denied';

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
  /** The column with the id of the user whose row it is. */
  owner?: string;
  /** An assignment of an unprivileged column, for the unscoped update. */
  assignment: string;
  /** A row as the person would insert it for themself; $1 is their id (null: visitor's random one). */
  insertSql: string;
  select: Each<Reach>;
  insert: Each<Outcome>;
  /** The same row for somebody else: $1 is another person's id. Absent: the row belongs to nobody. */
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

export const TABLES: Record<string, TableRules> = {
  cities: referenceData('cities'),
  dance_styles: referenceData('dance_styles'),
  teacher_listings: {
    ...onlyProcedures('bio = bio', 'insert into public.teacher_listings (id, _deleted) values ($1, true)'),
    select: everyone('live'),
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
    select: ['listed', 'listed and own', 'listed', 'listed and own', 'listed', 'listed and own', 'all'],
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
        select $1, id from public.terms_and_policies where version = 1`,
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
  profile_versions: {
    owner: 'id',
    ...onlyProcedures('changes = changes', 'insert into public.profile_versions (id) values ($1)'),
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
  /** PT409: let in, and refused for the state of the caller's account. */
  execute: Each<'allowed' | 'denied' | 'PT409'>;
}

/** By signature as PostgreSQL writes it, argument types only. */
export const PROCEDURES: Record<string, ProcedureRules> = {
  'pull_cities(bigint, uuid, integer)': { call: 'public.pull_cities()', execute: everyone('allowed') },
  'pull_dance_styles(bigint, uuid, integer)': {
    call: 'public.pull_dance_styles()',
    execute: everyone('allowed'),
  },
  'pull_teachers(bigint, uuid, integer)': { call: 'public.pull_teachers()', execute: everyone('allowed') },
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
    call: 'public.accept_terms((select id from public.terms_and_policies where version = 1))',
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
  'update_profile(uuid, jsonb, bigint)': {
    call: `public.update_profile(gen_random_uuid(), '{"name": "Nome Novo"}')`,
    execute: signedIn('allowed'),
  },
  'complete_registration(jsonb)': {
    call: `public.complete_registration('{}')`,
    execute: signedIn('allowed'),
  },
  'abort_registration()': { call: 'public.abort_registration()', execute: signedIn('PT409') },
  'my_account_state()': { call: 'public.my_account_state()', execute: signedIn('allowed') },
  'my_data()': { call: 'public.my_data()', execute: signedIn('allowed') },
  // The only administrator stays.
  'delete_my_account(text)': {
    call: `public.delete_my_account('EXCLUIR')`,
    execute: ['denied', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'PT409'],
  },
};
