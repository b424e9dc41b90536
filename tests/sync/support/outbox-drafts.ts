/** Drafts of the model's people. */
import type { Draft } from '@/outbox/command';
import { profileUpdate } from '@/outbox/commands/profile-update';
import type { Ledger } from './outbox-ledger';
import type { Phone } from './outbox-phone';
import { keyOf } from './outbox-screen';

/** The people of the model. */
export const ANNA = 'anna';
export const BEN = 'ben';

export interface Place {
  ledger: Ledger;
  phone: Phone;
}

/** A write of this sort by the present user; null where it has no row to change. */
export function draftOf(
  what: string,
  n: number,
  userId: string | null,
  { ledger, phone }: Place,
): Draft | null {
  const person = userId ?? ANNA;
  const latest = (table: string) => ledger.standing.filter(({ entity }) => entity.table === table).at(-1);
  if (what === 'profile' || what === 'bad-profile') {
    const changes = { name: what === 'profile' ? `name ${n}` : 'bad', [`field${n % 3}`]: n };
    const payload = profileUpdate.version === 1 ? { changes } : { columns: changes };
    const entity = { table: 'user_profiles', id: person };
    return userId === null ? null : { kind: 'profile.update', entity, payload, userId };
  }
  if (what === 'lead' || what === 'bad-lead') {
    const lead = { id: `lead ${n}`, message: what === 'lead' ? `message ${n}` : 'bad' };
    return {
      kind: 'lead.create',
      entity: { table: 'leads', id: lead.id },
      payload: { lead },
      userId: n % 2 ? userId : null,
    };
  }
  if (what === 'request') {
    const request = { id: `request ${n}`, message: `message ${n}` };
    const entity = { table: 'lesson_requests', id: request.id };
    return userId === null ? null : { kind: 'lesson_request.create', entity, payload: { request }, userId };
  }
  if (what === 'later') {
    return { kind: 'later.kind', entity: { table: 'later', id: `${n}` }, payload: { n }, userId };
  }
  const row = latest(what === 'match' ? 'leads' : 'lesson_requests');
  if (!row || (row.userId !== null && row.userId !== userId)) return null;
  const twin = ledger.all.some(
    ({ entity, kind }) => entity.id === row.entity.id && !kind.endsWith('.create'),
  );
  if (twin) return null;
  if (what === 'match') {
    const payload = { leadId: row.entity.id };
    return {
      kind: 'lead.match',
      entity: { table: 'matches', id: row.entity.id },
      payload,
      userId: row.userId,
    };
  }
  return {
    kind: 'lesson_request.cancel',
    entity: row.entity,
    payload: { requestId: row.entity.id, reason: null },
    base: phone.replica.get(keyOf(row))?.version ?? null,
    userId,
  };
}
