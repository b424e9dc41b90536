/** Replicated reference data and listings, search, and the log of commands. */

import {
  adminOnly,
  everyone,
  onlyProcedures,
  type ProcedureRules,
  referenceData,
  signedIn,
  type TableRules,
} from './rules.ts';

export const replicationTables: Record<string, TableRules> = {
  // A known city is on no phone.
  cities: { ...referenceData('cities'), select: adminOnly('replicated', 'all') },
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

export const replicationProcedures: Record<string, ProcedureRules> = {
  'pull_cities(bigint, uuid, integer)': { call: 'public.pull_cities()', execute: everyone('allowed') },
  'pull_dance_styles(bigint, uuid, integer)': {
    call: 'public.pull_dance_styles()',
    execute: everyone('allowed'),
  },
  'pull_teachers(bigint, uuid, integer)': { call: 'public.pull_teachers()', execute: everyone('allowed') },
  'pull_content(bigint, uuid, integer)': { call: 'public.pull_content()', execute: everyone('allowed') },
  'pull_changes(jsonb)': {
    call: `public.pull_changes('{"after": {"cities": [0, "00000000-0000-0000-0000-000000000000", 5]}}')`,
    execute: everyone('allowed'),
  },
  'send_waiting_hints()': { call: 'public.send_waiting_hints()', execute: everyone('denied') },
  'search_teachers_with_filters(integer, integer, text, text, text, boolean, text, jsonb)': {
    call: 'public.search_teachers_with_filters(admin_view => true)',
    execute: everyone('allowed'),
  },
  'search_teachers_with_filters_cached(integer, integer, text, text, text, boolean, text, jsonb)': {
    call: 'public.search_teachers_with_filters_cached(admin_view => true)',
    execute: everyone('allowed'),
  },
  'restart_replication()': { call: 'public.restart_replication()', execute: everyone('denied') },
  'announce_waiting(uuid, integer)': {
    call: 'public.announce_waiting(gen_random_uuid(), 2)',
    execute: signedIn('allowed'),
  },
  // Every user asks for their own commands; visitors by ids that only their phone knows.
  'known_commands(uuid[])': {
    call: 'public.known_commands(array[gen_random_uuid()])',
    execute: everyone('allowed'),
  },
  // No command has this id: every caller is told so. Ownership of receipts is tested in
  // tests/database/replication/commands.test.ts.
  'command_receipt(uuid)': {
    call: 'public.command_receipt(gen_random_uuid())',
    execute: everyone('allowed'),
  },
};
