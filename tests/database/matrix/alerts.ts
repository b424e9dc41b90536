/** 'Avise-me': alerts of people and of phones without an account, and what is searched and not found. */

import {
  adminOnly,
  everyone,
  onlyProcedures,
  type ProcedureRules,
  signedIn,
  type TableRules,
} from './rules.ts';

export const alertsTables: Record<string, TableRules> = {
  teacher_alerts: {
    owner: 'user_id',
    ...onlyProcedures(
      'is_on = is_on',
      `insert into public.teacher_alerts (user_id, city_id, is_on, expires_at)
        values ($1, gen_random_uuid(), true, now() + interval '1 day')`,
    ),
    select: everyone('denied'),
  },
};

const WISH = `'city_id', (select id from public.cities where name = 'Vitória')`;
const SECRET = `'secret', gen_random_uuid()`;
const visitorsOnly = ['allowed', 'denied', 'denied', 'denied', 'denied', 'denied', 'denied'] as const;

export const alertsProcedures: Record<string, ProcedureRules> = {
  'set_teacher_alert(uuid, jsonb)': {
    call: `public.set_teacher_alert(gen_random_uuid(), jsonb_build_object(${WISH}, 'wanted', true))`,
    execute: signedIn('allowed'),
  },
  'pull_alerts(bigint, uuid, integer)': { call: 'public.pull_alerts()', execute: signedIn('allowed') },
  'set_visitor_alert(uuid, jsonb)': {
    call: `public.set_visitor_alert(gen_random_uuid(),
      jsonb_build_object(${WISH}, ${SECRET}, 'id', gen_random_uuid()))`,
    execute: visitorsOnly,
  },
  'stop_visitor_alert(uuid, jsonb)': {
    call: `public.stop_visitor_alert(gen_random_uuid(), jsonb_build_object(${SECRET}, 'id', gen_random_uuid()))`,
    execute: visitorsOnly,
  },
  'save_visitor_phone(jsonb)': {
    call: `public.save_visitor_phone(jsonb_build_object(${SECRET}, 'token', repeat('t', 120)))`,
    execute: visitorsOnly,
  },
  'tell_alerts(integer, timestamp with time zone)': {
    call: 'public.tell_alerts()',
    execute: everyone('denied'),
  },
  'claim_visitor_pushes(integer, integer, timestamp with time zone)': {
    call: 'public.claim_visitor_pushes()',
    execute: everyone('denied'),
  },
  'finish_visitor_pushes(uuid, jsonb, integer, timestamp with time zone)': {
    call: `public.finish_visitor_pushes(gen_random_uuid(), '[]')`,
    execute: everyone('denied'),
  },
  'teacher_demand()': {
    call: 'public.teacher_demand()',
    execute: ['denied', 'denied', 'denied', 'allowed', 'allowed', 'allowed', 'denied'],
  },
  'admin_demand()': { call: 'public.admin_demand()', execute: adminOnly('denied', 'allowed') },
};
