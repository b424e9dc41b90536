/** Shared steps of the tests of bulk messages. */
import { randomUUID } from 'node:crypto';
import type { TestDatabase } from '../../support/database.ts';
import { callAs } from '../accounts/account-steps.ts';

export interface Bulk {
  id: string;
  state: string;
  total: number;
  sent: number;
  gone: number;
  created_by: { id: string; name: string } | null;
  stopped_at: string | null;
}

export const MESSAGE = {
  title: 'Baile no sábado',
  body: 'Venha dançar com a gente.',
  url: '/comunidade/eventos',
};

export const previewBulk = (database: TestDatabase, person: string | null, message: object) =>
  callAs<Record<string, number>>(database, person, 'admin_preview_bulk($1::text::jsonb)', [
    JSON.stringify(message),
  ]);

export const startBulk = (
  database: TestDatabase,
  person: string | null,
  message: Record<string, unknown>,
  command = randomUUID(),
) =>
  callAs<{ id: string; total: number }>(database, person, 'admin_start_bulk($1, $2::text::jsonb)', [
    command,
    JSON.stringify({ id: randomUUID(), ...MESSAGE, ...message }),
  ]);

export const stepBulk = (database: TestDatabase, person: string | null, id: string, size = 100) =>
  callAs<Bulk & { stepped: number | null }>(database, person, 'admin_step_bulk($1, $2)', [id, size]);

export const turnBulk = (database: TestDatabase, person: string | null, way: 'stop' | 'resume', id: string) =>
  callAs<Bulk>(database, person, `admin_${way}_bulk($1)`, [id]);
