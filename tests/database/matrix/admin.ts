/** The back-office: its lists, settings, audit and bulk messages. */

import {
  adminOnly,
  BULK,
  CHECK,
  everyone,
  INVITATION,
  LETTER_REPORT,
  onlyProcedures,
  type ProcedureRules,
  type TableRules,
} from './rules.ts';

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
  'teacher_invitations',
] as const;

const adminLists = Object.fromEntries(
  ADMIN_LISTS.map((name): [string, ProcedureRules] => [
    `admin_list_${name}(jsonb, text, jsonb, integer)`,
    { call: `public.admin_list_${name}()`, execute: adminOnly('denied', 'allowed') },
  ]),
);

export const adminTables: Record<string, TableRules> = {
  app_settings: {
    assignment: 'value = value',
    insertSql: `insert into public.app_settings (key, value) select 'new_setting', to_jsonb($1::text)`,
    select: adminOnly('public', 'all'),
    insert: adminOnly('denied', 'allowed'),
    update: ['denied', 'none', 'none', 'none', 'none', 'none', 'all'],
    delete: everyone('denied'),
  },
  report_decisions: {
    ...onlyProcedures(
      'reason = reason',
      `insert into public.report_decisions (what, target_id, decision, decided_by)
        values ('profile', gen_random_uuid(), 'keep', $1)`,
    ),
    select: ['denied', 'none', 'none', 'none', 'none', 'none', 'all'],
  },
  report_letters: {
    ...onlyProcedures(
      'text = text',
      `insert into public.report_letters (report_id, recipient, person_id, text, written_by)
        values ('${LETTER_REPORT}', 'reporter', $1, 'Obrigado por avisar.', $1)`,
    ),
    select: ['denied', 'none', 'none', 'none', 'none', 'none', 'all'],
  },
  // The service key reads checks and writes none: only the procedures record and revoke them.
  teacher_checks: {
    ...onlyProcedures(
      'note = note',
      `insert into public.teacher_checks (teacher_id, kind, checked_by) values ($1, 'identity', $1)`,
    ),
    select: ['denied', 'none', 'none', 'none', 'none', 'none', 'all'],
  },
  teacher_reviews: {
    ...onlyProcedures(
      'message = message',
      `insert into public.teacher_reviews (id, teacher_id, outcome, checked, checked_by)
        values (gen_random_uuid(), $1, 'approved', '{picture}', $1)`,
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
};

export const adminProcedures: Record<string, ProcedureRules> = {
  'admin_invite_teachers(uuid, jsonb)': {
    call: `public.admin_invite_teachers(gen_random_uuid(), '[{"name": "Nova Pessoa", "email": "nova@example.com"}]')`,
    execute: adminOnly('denied', 'allowed'),
  },
  'admin_revoke_invitation(uuid, uuid)': {
    call: `public.admin_revoke_invitation(gen_random_uuid(), '${INVITATION}')`,
    execute: adminOnly('denied', 'allowed'),
  },
  'teacher_invitation(text)': {
    call: `public.teacher_invitation(repeat('a', 32))`,
    execute: everyone('allowed'),
  },
  'claim_teacher_invitation(uuid, text)': {
    call: `public.claim_teacher_invitation(gen_random_uuid(), repeat('a', 32))`,
    execute: ['denied', 'denied', 'denied', 'allowed', 'allowed', 'allowed', 'denied'],
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
  'admin_gallery(uuid)': { call: 'public.admin_gallery($1)', execute: adminOnly('denied', 'allowed') },
  'admin_remove_media(uuid, jsonb)': {
    call: `public.admin_remove_media(gen_random_uuid(),
      jsonb_build_object('teacher_id', $1::uuid, 'item', 'https://youtu.be/abc123'))`,
    execute: adminOnly('denied', 'allowed'),
  },
  'admin_set_teachers(uuid, jsonb)': {
    call: `public.admin_set_teachers(gen_random_uuid(),
      jsonb_build_array(jsonb_build_object('id', $1::uuid, 'is_featured', true)))`,
    execute: adminOnly('denied', 'allowed'),
  },
  'admin_record_checks(uuid, jsonb)': {
    call: `public.admin_record_checks(gen_random_uuid(), jsonb_build_object(
      'teacher_id', $1::uuid, 'kinds', jsonb_build_array('identity'), 'outcome', 'passed'))`,
    execute: adminOnly('denied', 'allowed'),
  },
  'admin_revoke_check(uuid, jsonb)': {
    call: `public.admin_revoke_check(gen_random_uuid(),
      jsonb_build_object('id', '${CHECK}', 'reason', 'Documento de outra pessoa'))`,
    execute: adminOnly('denied', 'allowed'),
  },
  'tend_checks(integer)': { call: 'public.tend_checks()', execute: everyone('denied') },
  'admin_review_teacher(uuid, jsonb)': {
    call: `public.admin_review_teacher(gen_random_uuid(), jsonb_build_object('id', gen_random_uuid(),
      'teacher_id', $1::uuid, 'checked', jsonb_build_array('picture'), 'outcome', 'approved'))`,
    execute: adminOnly('denied', 'allowed'),
  },
  'admin_decide_report(uuid, jsonb)': {
    call: `public.admin_decide_report(gen_random_uuid(),
      jsonb_build_object('what', 'profile', 'target_id', $1::uuid, 'decision', 'keep'))`,
    execute: adminOnly('denied', 'allowed'),
  },
  'admin_write_about_report(uuid, jsonb)': {
    call: `public.admin_write_about_report(gen_random_uuid(),
      jsonb_build_object('report_id', '${LETTER_REPORT}', 'recipient', 'reporter', 'text', 'Obrigado por avisar.'))`,
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
};
