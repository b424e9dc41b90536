/** Supporters and sponsors. */

import {
  adminOnly,
  everyone,
  onlyProcedures,
  type ProcedureRules,
  SPONSOR,
  SUPPORTER,
  type TableRules,
} from './rules.ts';

export const programmesTables: Record<string, TableRules> = {
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
};

export const programmesProcedures: Record<string, ProcedureRules> = {
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
  'preview_supporters(jsonb)': {
    call: `public.preview_supporters('[{"email": "novo@example.com", "amount": 10}]')`,
    execute: adminOnly('denied', 'allowed'),
  },
};
