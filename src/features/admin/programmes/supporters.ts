/** Reads and writes supporters for the back-office (supabase/migrations/…_programmes.sql). */
import { z } from 'zod';
import { freshId } from '@/lib/browser/random';
import { amount, flag, maybeText, person, text } from '../core/schema';
import { type Answer, call } from '../core/server';
import { procedureList } from '../table/list';

export const supporterRow = z.object({
  id: text,
  email: text,
  tier: text,
  amount,
  is_active: flag,
  display_name: maybeText,
  is_listed: flag,
  person,
  created_at: text,
});
export type SupporterRow = z.infer<typeof supporterRow>;

export const SUPPORTERS = procedureList('admin_list_supporters', supporterRow);

const logRow = z.object({
  id: text,
  sync_type: text,
  email: maybeText,
  status: text,
  message: maybeText,
  created_at: text,
});
export type LogRow = z.infer<typeof logRow>;

export const LOGS = procedureList('admin_list_sync_logs', logRow);

export interface SupporterChange {
  email: string;
  tier?: string;
  amount?: number;
  is_active?: boolean;
  display_name?: string | null;
  is_listed?: boolean;
}

/** Adds or changes the supporter with this e-mail. */
export function saveSupporter(supporter: SupporterChange): Promise<Answer<unknown>> {
  return call('save_supporter', { command_id: freshId(), supporter }, (value) => value);
}

export function deactivateSupporter(id: string): Promise<Answer<unknown>> {
  return call('deactivate_supporter', { command_id: freshId(), supporter_id: id }, (value) => value);
}
