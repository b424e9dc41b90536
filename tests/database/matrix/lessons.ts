/** Leads, lesson requests, evaluations, favourites, blocks and reports. */

import {
  ACCEPTED,
  everyone,
  LESSON,
  onlyProcedures,
  PENDING,
  type ProcedureRules,
  signedIn,
  type TableRules,
} from './rules.ts';

export const lessonsTables: Record<string, TableRules> = {
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
  lessons: {
    ...onlyProcedures(
      'price_cents = price_cents',
      `insert into public.lessons (id, request_id) select gen_random_uuid(), '${ACCEPTED}' where $1::uuid is not null`,
    ),
    select: everyone('denied'),
  },
  lesson_proposals: {
    ...onlyProcedures(
      'place = place',
      `insert into public.lesson_proposals (lesson_id, side, id, starts_local, zone, starts_at, minutes)
        select '${LESSON}', 'student', gen_random_uuid(), '2027-01-01', 'UTC', '2027-01-01', 60 where $1::uuid is not null`,
    ),
    select: everyone('denied'),
  },
  lesson_versions: {
    owner: 'person_id',
    ...onlyProcedures(
      'changes = changes',
      `insert into public.lesson_versions (id, person_id) values ('${LESSON}', $1)`,
    ),
    select: everyone('denied'),
  },
  payment_keys: {
    owner: 'id',
    ...onlyProcedures(
      'pix_key = pix_key',
      `insert into public.payment_keys (id, pix_key, pix_name) values ($1, '+5511900000000', 'Ana')`,
    ),
    select: everyone('denied'),
  },
  payment_key_versions: {
    owner: 'person_id',
    ...onlyProcedures(
      'changes = changes',
      'insert into public.payment_key_versions (id, person_id) values ($1, $1)',
    ),
    select: everyone('denied'),
  },
  lesson_texts: {
    owner: 'author_id',
    ...onlyProcedures(
      'text = text',
      `insert into public.lesson_texts (id, lesson_id, part, author_id, text, written_at, counts)
        values (gen_random_uuid(), '${LESSON}', 'student', $1, 'Giro', now(), false)`,
    ),
    select: everyone('denied'),
  },
  homework_ticks: {
    owner: 'student_id',
    ...onlyProcedures(
      'done_at = done_at',
      `insert into public.homework_ticks (lesson_id, student_id, homework_id, done_at)
        values ('${LESSON}', $1, gen_random_uuid(), now())`,
    ),
    select: everyone('denied'),
  },
  step_marks: {
    owner: 'person_id',
    ...onlyProcedures(
      'state = state',
      `insert into public.step_marks (person_id, step, state, marked_at) values ($1, 'forro-base', 'known', now())`,
    ),
    select: everyone('denied'),
  },
  step_reviews: {
    owner: 'person_id',
    ...onlyProcedures(
      'rating = rating',
      `insert into public.step_reviews (id, person_id, step, rating, reviewed_at)
        values (gen_random_uuid(), $1, 'forro-base', 3, now())`,
    ),
    select: everyone('denied'),
  },
  notebook_versions: {
    owner: 'person_id',
    ...onlyProcedures(
      'changes = changes',
      `insert into public.notebook_versions (id, person_id, kind) values ('${LESSON}', $1, 'note')`,
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
};

export const lessonsProcedures: Record<string, ProcedureRules> = {
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
  'request_alternatives(uuid)': {
    call: `public.request_alternatives('${PENDING}')`,
    execute: ['denied', 'allowed', 'PT404', 'PT404', 'PT404', 'PT404', 'PT404'],
  },
  'pull_lesson_requests(bigint, uuid, integer)': {
    call: 'public.pull_lesson_requests()',
    execute: signedIn('allowed'),
  },
  'visible_ids_lesson_requests()': {
    call: 'public.visible_ids_lesson_requests()',
    execute: signedIn('allowed'),
  },
  'propose_lesson(uuid, jsonb)': {
    call: `public.propose_lesson(gen_random_uuid(), jsonb_build_object('id', gen_random_uuid(),
      'request_id', '${ACCEPTED}', 'weeks', 2, 'terms', jsonb_build_object('minutes', 60, 'zone', 'America/Sao_Paulo',
      'starts_local', to_char(now() + interval '9 days', 'YYYY-MM-DD"T"HH24:MI'))))`,
    execute: ['denied', 'allowed', 'PT404', 'allowed', 'PT404', 'PT404', 'PT404'],
  },
  'move_lesson(uuid, jsonb, bigint)': {
    call: `public.move_lesson(gen_random_uuid(), jsonb_build_object('id', '${LESSON}', 'scope', 'one',
      'terms', jsonb_build_object('minutes', 90, 'zone', 'America/Sao_Paulo',
      'starts_local', to_char(now() + interval '9 days', 'YYYY-MM-DD"T"HH24:MI'))))`,
    execute: ['denied', 'allowed', 'PT404', 'allowed', 'PT404', 'PT404', 'PT404'],
  },
  // The student has proposed it: there is nothing of the teacher's to confirm.
  'confirm_lesson(uuid, jsonb, bigint)': {
    call: `public.confirm_lesson(gen_random_uuid(),
      jsonb_build_object('id', '${LESSON}', 'scope', 'one', 'proposal_id', '${LESSON}'))`,
    execute: ['denied', 'PT409', 'PT404', 'allowed', 'PT404', 'PT404', 'PT404'],
  },
  'withdraw_lesson(uuid, jsonb, bigint)': {
    call: `public.withdraw_lesson(gen_random_uuid(),
      jsonb_build_object('id', '${LESSON}', 'scope', 'one', 'proposal_id', '${LESSON}'))`,
    execute: ['denied', 'allowed', 'PT404', 'PT409', 'PT404', 'PT404', 'PT404'],
  },
  'call_off_lesson(uuid, jsonb, bigint)': {
    call: `public.call_off_lesson(gen_random_uuid(), jsonb_build_object('id', '${LESSON}', 'scope', 'one'))`,
    execute: ['denied', 'allowed', 'PT404', 'allowed', 'PT404', 'PT404', 'PT404'],
  },
  // Not confirmed yet.
  'tell_lesson_outcome(uuid, jsonb, bigint)': {
    call: `public.tell_lesson_outcome(gen_random_uuid(), jsonb_build_object('id', '${LESSON}', 'outcome', 'held'))`,
    execute: ['denied', 'PT409', 'PT404', 'PT409', 'PT404', 'PT404', 'PT404'],
  },
  'set_payment_key(uuid, jsonb)': {
    call: `public.set_payment_key(gen_random_uuid(),
      jsonb_build_object('pix_key', '+5511900000000', 'pix_name', 'Marina Couto'))`,
    execute: ['denied', 'denied', 'denied', 'allowed', 'allowed', 'allowed', 'denied'],
  },
  'pull_lessons(bigint, uuid, integer)': { call: 'public.pull_lessons()', execute: signedIn('allowed') },
  'visible_ids_lessons()': { call: 'public.visible_ids_lessons()', execute: signedIn('allowed') },
  'pull_payment_keys(bigint, uuid, integer)': {
    call: 'public.pull_payment_keys()',
    execute: signedIn('allowed'),
  },
  'visible_ids_payment_keys()': { call: 'public.visible_ids_payment_keys()', execute: signedIn('allowed') },
  'save_lesson_note(uuid, jsonb)': {
    call: `public.save_lesson_note(gen_random_uuid(),
      jsonb_build_object('lesson_id', '${LESSON}', 'part', 'notes', 'text', 'Giro', 'seen', null, 'dropped', '[]'::jsonb))`,
    execute: ['denied', 'allowed', 'PT404', 'allowed', 'PT404', 'PT404', 'PT404'],
  },
  'tick_homework(uuid, jsonb)': {
    call: `public.tick_homework(gen_random_uuid(),
      jsonb_build_object('lesson_id', '${LESSON}', 'homework_id', gen_random_uuid(), 'done', true))`,
    execute: ['denied', 'allowed', 'PT404', 'PT403', 'PT404', 'PT404', 'PT404'],
  },
  'mark_step(uuid, jsonb)': {
    call: `public.mark_step(gen_random_uuid(),
      jsonb_build_object('step', 'forro-base', 'state', 'known', 'at', '2026-11-26T12:00:00.000Z'))`,
    execute: signedIn('allowed'),
  },
  'review_step(uuid, jsonb)': {
    call: `public.review_step(gen_random_uuid(),
      jsonb_build_object('step', 'forro-base', 'rating', 3, 'at', '2026-11-26T12:00:00.000Z'))`,
    execute: signedIn('allowed'),
  },
  'pull_notebook(bigint, uuid, integer)': { call: 'public.pull_notebook()', execute: signedIn('allowed') },
  'tend_lessons(integer, timestamp with time zone)': {
    call: 'public.tend_lessons()',
    execute: everyone('denied'),
  },
  'save_evaluation(uuid, jsonb)': {
    call: `public.save_evaluation(gen_random_uuid(), jsonb_build_object('id', gen_random_uuid(),
      'lesson_request_id', '${ACCEPTED}', 'rating', 4))`,
    execute: ['denied', 'allowed', 'denied', 'allowed', 'denied', 'denied', 'denied'],
  },
  'reply_to_evaluation(uuid, jsonb)': {
    call: `public.reply_to_evaluation(gen_random_uuid(), jsonb_build_object('evaluation_id', gen_random_uuid(),
      'text', 'Obrigada!'))`,
    execute: signedIn('PT404'),
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
  // A visitor's report is followed by its code.
  'report_as_visitor(uuid, jsonb)': {
    call: `public.report_as_visitor(gen_random_uuid(), jsonb_build_object('id', gen_random_uuid(), 'what', 'profile',
      'target_id', gen_random_uuid(), 'reason', 'spam', 'code', 'ABCDEFGHJKLM'))`,
    execute: everyone('PT404'),
  },
  'report_status(text)': { call: `public.report_status('ABCDEFGHJKLM')`, execute: everyone('allowed') },
  'pull_favourites(bigint, uuid, integer)': {
    call: 'public.pull_favourites()',
    execute: signedIn('allowed'),
  },
  'visible_ids_favourites()': {
    call: 'public.visible_ids_favourites()',
    execute: signedIn('allowed'),
  },
  // The id is the key: knowing it is enough.
  'create_lead(uuid, jsonb)': {
    call: `public.create_lead(gen_random_uuid(), jsonb_build_object('id', gen_random_uuid(), 'nome', 'Ana',
      'cidade', 'Vitória', 'estilo_danca', 'Forró'))`,
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
};
