/** The team's bulk messages on the server (supabase/migrations/…_notifications.sql). */
import { z } from 'zod';
import { nameIn } from '../core/labels';
import { count, maybeText, person, text } from '../core/schema';
import { type Answer, call } from '../core/server';
import { procedureList } from '../table/list';

export const BULK_STATES = { sending: 'Enviando', stopped: 'Parado', done: 'Enviado' } as const;

export const ROLES: Record<string, string> = {
  student: 'Alunos',
  teacher: 'Professores',
  admin: 'Administração',
};

const bulk = z.object({
  id: text,
  title: text,
  body: text,
  url: maybeText,
  role: maybeText,
  city_name: maybeText,
  style: maybeText,
  state: z.enum(['sending', 'stopped', 'done']),
  total: count,
  sent: count,
  /** Recipients who deleted their account before their turn. */
  gone: count,
  created_by: person,
  created_at: text,
  finished_at: maybeText,
});
export type Bulk = z.infer<typeof bulk>;

const recipient = z.object({
  id: text,
  person,
  state: z.enum(['waiting', 'sent']),
  sent_at: maybeText,
  read_at: maybeText,
  /** Outcome of the push; null when the recipient has no phone to notify, or after a day. */
  push: maybeText,
});
export type Recipient = z.infer<typeof recipient>;

const reach = z.object({
  total: count,
  student: count,
  teacher: count,
  admin: count,
  /** Number of people left out because they got, or are about to get, an identical message since yesterday. */
  already: count,
});
export type Reach = z.infer<typeof reach>;

const stepped = bulk.extend({ stepped: z.number().nullish() });

export interface Audience {
  role: string | null;
  city_id: string | null;
  dance_style_id: string | null;
}

export interface Message extends Audience {
  title: string;
  body: string;
  url: string | null;
}

export const BULKS = procedureList('admin_list_bulk', bulk);
export const RECIPIENTS = procedureList('admin_list_bulk_recipients', recipient);

export const readReach = (value: unknown): Reach => reach.parse(value);
/** Reads one sending; null when there is none with the id. */
export const readBulk = (value: unknown): { bulk: Bulk | null } => ({ bulk: bulk.nullable().parse(value) });

/** Asks how many people a message would reach, given its audience alone or the whole message. */
export const askReach = (message: Audience | Message, signal?: AbortSignal): Promise<Answer<Reach>> =>
  call('admin_preview_bulk', { message }, readReach, signal);

export const askBulk = (id: string, signal: AbortSignal): Promise<Answer<unknown>> =>
  call('admin_bulk', { bulk_id: id }, (value) => value, signal);

/**
 * Fixes the recipients and starts the sending. Repeating the same `id` and `command` starts no second sending; with a
 * different message the server refuses with the hint 'bulk_exists'.
 */
export async function startBulk(
  id: string,
  command: string,
  message: Message,
): Promise<Answer<{ id: string }>> {
  const answer = await call(
    'admin_start_bulk',
    { command_id: command, message: { id, ...message } },
    // For an old command the server answers with its id only.
    (value) => z.object({ id: text.default(id) }).parse(value),
  );
  const isUsed = answer.kind === 'refused' && answer.status === 409 && answer.hint !== 'bulk_repeated';
  return isUsed ? { ...answer, hint: 'bulk_exists' } : answer;
}

/** Sends to the next `size` people. `stepped` is null while another page is sending, and when it is stopped or done. */
export const stepBulk = (id: string, size: number, signal: AbortSignal) =>
  call('admin_step_bulk', { bulk_id: id, size }, (value) => stepped.parse(value), signal);

export const turnBulk = (id: string, way: 'stop' | 'resume'): Promise<Answer<Bulk>> =>
  call(`admin_${way}_bulk`, { bulk_id: id }, (value) => bulk.parse(value));

/** 'Alunos, Vitória, Forró'; 'Todo mundo'. */
export function audienceText({ role, city_name, style }: Pick<Bulk, 'role' | 'city_name' | 'style'>): string {
  const parts = [role && nameIn(ROLES, role), city_name, style].filter(Boolean);
  return parts.length === 0 ? 'Todo mundo' : parts.join(', ');
}

export const peopleCount = (many: number): string =>
  many === 1 ? '1 pessoa' : `${many.toLocaleString('pt-BR')} pessoas`;
