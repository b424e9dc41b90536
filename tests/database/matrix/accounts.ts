/** Profiles, registration, terms and notifications. */

import {
  adminOnly,
  everyone,
  onlyProcedures,
  type ProcedureRules,
  signedIn,
  type TableRules,
} from './rules.ts';

export const accountsTables: Record<string, TableRules> = {
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
  share_pictures: {
    owner: 'share_pictures.id',
    ...onlyProcedures(
      'version = version',
      `insert into public.share_pictures (id, version) values ($1, '0123456789abcdef')`,
    ),
    select: ['listed', 'listed', 'listed', 'listed', 'listed', 'listed and own', 'all'],
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
  profile_versions: {
    owner: 'id',
    ...onlyProcedures('changes = changes', 'insert into public.profile_versions (id) values ($1)'),
    select: everyone('denied'),
  },
};

export const accountsProcedures: Record<string, ProcedureRules> = {
  'review_facts()': {
    call: 'public.review_facts()',
    execute: ['denied', 'denied', 'denied', 'allowed', 'allowed', 'allowed', 'denied'],
  },
  'share_my_preview(boolean)': {
    call: 'public.share_my_preview(true)',
    execute: ['denied', 'denied', 'denied', 'allowed', 'allowed', 'allowed', 'denied'],
  },
  'teacher_preview(uuid)': {
    call: 'public.teacher_preview(gen_random_uuid())',
    execute: everyone('allowed'),
  },
  'update_teacher_slug(uuid, text)': {
    call: `public.update_teacher_slug($1, 'Nome Novo')`,
    execute: ['denied', 'denied', 'denied', 'allowed', 'denied', 'denied', 'allowed'],
  },
  'teacher_address(text)': {
    call: `public.teacher_address('ana')`,
    execute: everyone('allowed'),
  },
  'teacher_absence(text)': {
    call: `public.teacher_absence('ana')`,
    execute: everyone('allowed'),
  },
  'set_own_slug(uuid, jsonb)': {
    call: `public.set_own_slug(gen_random_uuid(), jsonb_build_object('slug', 'nome-escolhido'))`,
    execute: ['denied', 'denied', 'denied', 'allowed', 'allowed', 'allowed', 'denied'],
  },
  // Permitted, but the file has not been stored.
  'set_share_picture(uuid, jsonb)': {
    call: `public.set_share_picture(gen_random_uuid(), jsonb_build_object('id', $1::uuid, 'version', '0123456789abcdef'))`,
    execute: ['denied', 'denied', 'denied', 'PT409', 'denied', 'denied', 'PT409'],
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
  'my_account_state()': { call: 'public.my_account_state()', execute: signedIn('allowed') },
  'stale_files_due(timestamp with time zone)': {
    call: 'public.stale_files_due()',
    execute: everyone('denied'),
  },
  'claim_stale_files(integer)': { call: 'public.claim_stale_files()', execute: everyone('denied') },
  'settle_stale_files(text[])': {
    call: `public.settle_stale_files('{}')`,
    execute: everyone('denied'),
  },
  'picture_to_read(text)': {
    call: `public.picture_to_read('/storage/v1/object/public/profile-images/' || $1 || '/a.webp')`,
    execute: ['denied', 'denied', 'denied', 'allowed', 'denied', 'denied', 'allowed'],
  },
  'note_read_picture(text, jsonb)': {
    call: `public.note_read_picture('/storage/v1/object/public/profile-images/a/b.webp', '{}')`,
    execute: everyone('denied'),
  },
  'search_file_due(timestamp with time zone)': {
    call: 'public.search_file_due()',
    execute: everyone('denied'),
  },
  'search_file_page(text[], uuid, integer)': {
    call: `public.search_file_page('{id}')`,
    execute: everyone('denied'),
  },
  'settle_search_file(jsonb)': {
    call: `public.settle_search_file('{"epoch": "x", "horizon": 1}')`,
    execute: everyone('denied'),
  },
  'newest_search_file()': { call: 'public.newest_search_file()', execute: everyone('allowed') },
  'record_months(timestamp with time zone)': { call: 'public.record_months()', execute: everyone('denied') },
  'tidy_up(integer, timestamp with time zone)': {
    call: 'public.tidy_up()',
    execute: everyone('denied'),
  },
  'my_data()': { call: 'public.my_data()', execute: signedIn('allowed') },
  // No person here has just entered the password; accounts-data.test.ts tests the other case.
  'delete_my_account(text)': { call: `public.delete_my_account('EXCLUIR')`, execute: signedIn('PT403') },
};
