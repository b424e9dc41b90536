/** Push subscriptions and their queue. */

import { everyone, onlyProcedures, type ProcedureRules, signedIn, type TableRules } from './rules.ts';

export const pushTables: Record<string, TableRules> = {
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
};

export const pushProcedures: Record<string, ProcedureRules> = {
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
};
