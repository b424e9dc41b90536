/** Public content: blog, steps, events and the Mural. */

import {
  adminContent,
  adminOnly,
  EVENT,
  everyone,
  onlyProcedures,
  PARTNER,
  POST,
  PROPOSAL,
  type ProcedureRules,
  signedIn,
  type TableRules,
} from './rules.ts';

export const contentTables: Record<string, TableRules> = {
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
  event_proposals: {
    owner: 'person_id',
    ...onlyProcedures(
      'state = state',
      `insert into public.event_proposals (event_id, person_id) values ('${EVENT}', $1)`,
    ),
    select: everyone('denied'),
  },
  partner_requests: {
    owner: 'person_id',
    ...onlyProcedures(
      'role = role',
      `insert into public.partner_requests (id, person_id, event_id, day, role, level, expires_at)
        values (gen_random_uuid(), $1, '${EVENT}', '2099-01-01', 'dois', 'iniciante', now())`,
    ),
    select: everyone('denied'),
  },
  partner_answers: {
    owner: 'person_id',
    ...onlyProcedures(
      'state = state',
      `insert into public.partner_answers (request_id, person_id) values ('${PARTNER}', $1)`,
    ),
    select: everyone('denied'),
  },
  event_goings: {
    owner: 'person_id',
    ...onlyProcedures(
      'is_on = is_on',
      `insert into public.event_goings (person_id, event_id, day, is_on) values ($1, '${EVENT}', '2099-01-01', true)`,
    ),
    select: everyone('denied'),
  },
  posts: {
    owner: 'author_id',
    ...onlyProcedures(
      'text = text',
      `insert into public.posts (id, author_id, text) values (gen_random_uuid(), $1, 'Quem vai?')`,
    ),
    select: ['denied', 'own', 'own', 'own', 'own', 'own', 'all'],
  },
};

export const contentProcedures: Record<string, ProcedureRules> = {
  'blog_post(text)': { call: `public.blog_post('artigo')`, execute: everyone('allowed') },
  'create_post(uuid, jsonb)': {
    call: `public.create_post(gen_random_uuid(), jsonb_build_object('id', gen_random_uuid(), 'text', 'Quem vai?'))`,
    execute: signedIn('allowed'),
  },
  'confirm_event(uuid, jsonb)': {
    call: `public.confirm_event(gen_random_uuid(),
      jsonb_build_object('event_id', '${EVENT}', 'at', '2026-11-26T12:00:00Z'))`,
    execute: ['denied', 'PT404', 'PT404', 'PT404', 'PT404', 'PT404', 'allowed'],
  },
  'call_off_event_day(uuid, jsonb)': {
    call: `public.call_off_event_day(gen_random_uuid(),
      jsonb_build_object('event_id', '${EVENT}', 'day', '2099-01-08', 'off', true))`,
    execute: ['denied', 'PT404', 'PT404', 'PT404', 'PT404', 'PT404', 'allowed'],
  },
  'propose_event(uuid, jsonb)': {
    call: `public.propose_event(gen_random_uuid(), (select jsonb_build_object('id', gen_random_uuid(), 'title', 'Baile',
      'kind', 'baile', 'city_id', c.id, 'dance_style_ids', '[]'::jsonb, 'starts_at', '2028-01-01T22:00:00Z',
      'organiser', 'Nós') from public.cities c where c.name = 'Vitória'))`,
    execute: signedIn('allowed'),
  },
  'admin_refuse_event(uuid, jsonb)': {
    call: `public.admin_refuse_event(gen_random_uuid(), '{"event_id": "${PROPOSAL}", "reason": "Repetido"}')`,
    execute: adminOnly('denied', 'allowed'),
  },
  'open_partner_requests(uuid, uuid)': {
    call: 'public.open_partner_requests()',
    execute: signedIn('allowed'),
  },
  'ask_for_partner(uuid, jsonb)': {
    call: `public.ask_for_partner(gen_random_uuid(), jsonb_build_object('id', gen_random_uuid(), 'event_id', '${EVENT}',
      'day', '2099-01-08', 'role', 'dois', 'level', 'iniciante', 'adult', true))`,
    execute: signedIn('allowed'),
  },
  'answer_partner_request(uuid, jsonb)': {
    call: `public.answer_partner_request(gen_random_uuid(), '{"request_id": "${PARTNER}", "wanted": true, "adult": true}')`,
    execute: ['denied', 'PT409', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed'],
  },
  'accept_partner(uuid, jsonb)': {
    call: `public.accept_partner(gen_random_uuid(), '{"request_id": "${PARTNER}", "answer_id": "${PARTNER}"}')`,
    execute: ['denied', 'allowed', 'PT404', 'PT404', 'PT404', 'PT404', 'PT404'],
  },
  'withdraw_partner_request(uuid, jsonb)': {
    call: `public.withdraw_partner_request(gen_random_uuid(), '{"request_id": "${PARTNER}"}')`,
    execute: ['denied', 'allowed', 'PT404', 'PT404', 'PT404', 'PT404', 'PT404'],
  },
  'set_going(uuid, jsonb)': {
    call: `public.set_going(gen_random_uuid(), '{"event_id": "${EVENT}", "day": "2099-01-08", "going": true}')`,
    execute: signedIn('allowed'),
  },
  'remove_post(uuid, uuid, text)': {
    call: `public.remove_post(gen_random_uuid(), '${POST}')`,
    execute: ['denied', 'allowed', 'denied', 'denied', 'denied', 'denied', 'allowed'],
  },
};
