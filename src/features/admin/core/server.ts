/**
 * The administration's requests to the server. Every outcome is a value. Writes bypass the outbox, because the
 * back-office must change a row at once or not at all (issue 6: nothing half-saved).
 */
import { z } from 'zod';
import { presentIdentity } from '@/auth/identity';
import { authorizedFetch, callAs, NotSignedIn } from '@/auth/session/user-rest';
import { logger } from '@/lib/logger';
import { RestFailure } from '@/lib/rest';

export type Failure =
  /** No response: a write may or may not have happened. Every write can be repeated safely. */
  | { kind: 'unreachable' }
  | { kind: 'signed-out' }
  /** `hint`: the procedure's stable name for the reason; `detail`: the refused value's name, or the constraint. */
  | {
      kind: 'refused';
      status: number | null;
      code: string | null;
      hint: string | null;
      detail: string | null;
    };

export type Answer<T> = { kind: 'ok'; value: T } | Failure;

/** Calls a procedure as the signed-in user. `read` checks the answer and throws when it has another shape. */
export async function call<T>(
  procedure: string,
  args: Record<string, unknown>,
  read: (value: unknown) => T,
  signal?: AbortSignal,
): Promise<Answer<T>> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  try {
    return { kind: 'ok', value: read(await callAs(userId, procedure, args, signal)) };
  } catch (error) {
    return failure(procedure, error);
  }
}

export interface Rows {
  rows: unknown[];
  /** Number of all matching rows; null when not counted. */
  total: number | null;
}

/** Reads a table with PostgREST's parameters and counts the matching rows. */
export async function select(
  table: string,
  query: Record<string, string>,
  signal?: AbortSignal,
): Promise<Answer<Rows>> {
  const answer = await send('GET', `${table}?${new URLSearchParams(query)}`, {
    prefer: 'count=exact',
    signal,
  });
  if (answer.kind !== 'ok') return answer;
  const { body, range } = answer.value;
  if (!Array.isArray(body)) return { kind: 'unreachable' };
  const total = Number.parseInt(range?.split('/')[1] ?? '', 10);
  return { kind: 'ok', value: { rows: body, total: Number.isNaN(total) ? null : total } };
}

/** Adds a row with an id made on this device. When repeated, the database refuses the second one (23505). */
export async function insert(table: string, row: Record<string, unknown>): Promise<Answer<null>> {
  const answer = await send('POST', table, { body: row, prefer: 'return=minimal' });
  return answer.kind === 'ok' ? { kind: 'ok', value: null } : answer;
}

/** Changes one row; 'refused' with status 404 when the row is gone. */
export async function update(
  table: string,
  key: { column: string; value: string },
  changes: Record<string, unknown>,
): Promise<Answer<null>> {
  const query = new URLSearchParams({ [key.column]: `eq.${key.value}`, select: key.column });
  return onOne(await send('PATCH', `${table}?${query}`, { body: changes, prefer: 'return=representation' }));
}

/**
 * Changes a row unless it was changed since `updatedAt`, and resolves to its new `updated_at`. 'refused' with the hint
 * 'changed_meanwhile' when the row was changed, with status 404 when it is gone.
 */
export async function updateUnchanged(
  table: string,
  { id, updatedAt }: { id: string; updatedAt: string },
  changes: Record<string, unknown>,
): Promise<Answer<string>> {
  const query = new URLSearchParams({
    id: `eq.${id}`,
    updated_at: `eq.${updatedAt}`,
    select: 'id,updated_at',
  });
  const answer = await send('PATCH', `${table}?${query}`, { body: changes, prefer: 'return=representation' });
  if (answer.kind !== 'ok') return answer;
  const changed = versions.safeParse(answer.value.body);
  if (changed.success) return { kind: 'ok', value: changed.data[0].updated_at };
  const there = await select(table, { id: `eq.${id}`, select: 'id' });
  if (there.kind !== 'ok') return there;
  const hint = there.value.rows.length === 0 ? 'missing' : 'changed_meanwhile';
  return { kind: 'refused', status: hint === 'missing' ? 404 : 409, code: null, hint, detail: null };
}

const versions = z.tuple([z.object({ updated_at: z.string() })]);

/** Deletes one row; 'refused' with status 404 when the row is gone. */
export async function remove(table: string, id: string): Promise<Answer<null>> {
  const query = new URLSearchParams({ id: `eq.${id}`, select: 'id' });
  return onOne(await send('DELETE', `${table}?${query}`, { prefer: 'return=representation' }));
}

function onOne(answer: Answer<Sent>): Answer<null> {
  if (answer.kind !== 'ok') return answer;
  const { body } = answer.value;
  if (Array.isArray(body) && body.length > 0) return { kind: 'ok', value: null };
  return { kind: 'refused', status: 404, code: null, hint: 'missing', detail: null };
}

interface Sent {
  body: unknown;
  range: string | null;
}

interface Options {
  body?: Record<string, unknown>;
  prefer: string;
  signal?: AbortSignal | undefined;
}

async function send(method: string, path: string, { body, prefer, signal }: Options): Promise<Answer<Sent>> {
  const userId = presentIdentity()?.userId;
  if (!userId) return { kind: 'signed-out' };
  try {
    const response = await authorizedFetch(userId, `/rest/v1/${path}`, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json', prefer },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    const text = await response.text();
    const answer: unknown = text === '' ? null : JSON.parse(text);
    if (response.ok)
      return { kind: 'ok', value: { body: answer, range: response.headers.get('content-range') } };
    if (isGateway(response.status)) return { kind: 'unreachable' };
    const { code, hint, details } = (answer ?? {}) as Record<string, unknown>;
    const words = (value: unknown) => (typeof value === 'string' ? value : null);
    return {
      kind: 'refused',
      status: response.status,
      code: words(code),
      hint: words(hint),
      detail: words(details),
    };
  } catch (error) {
    return failure(path, error);
  }
}

function failure(what: string, error: unknown): Failure {
  if (error instanceof NotSignedIn) return { kind: 'signed-out' };
  if (error instanceof RestFailure && error.kind === 'refused') {
    const { status, code, hint, details } = error;
    if (isGateway(status)) return { kind: 'unreachable' };
    return { kind: 'refused', status, code, hint, detail: details };
  }
  if (!(error instanceof DOMException && error.name === 'AbortError'))
    logger.warn(`Administration request failed: ${what}`, error);
  return { kind: 'unreachable' };
}

/** Whether the status comes from a gateway whose server does not respond. */
function isGateway(status: number | null): boolean {
  return status !== null && status >= 502 && status <= 504;
}
