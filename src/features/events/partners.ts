/** A person's partner requests and answers, with the writes that the replica does not hold yet applied. Pure. */

import { isForMinor } from '@/db/lessons/guardian-terms';
import type { PartnerRequest, PartnerWish } from '@/db/rows/agenda-fields';
import type { LessonRequestRow } from '@/db/rows/lesson-rows';
import type { NotebookRow } from '@/db/rows/notebook-fields';
import type { Versioned } from '@/db/rows/row-check';
import { LEVELS, WANTED_ROLES } from '@/db/search/offers';
import { fieldsOf, isText } from '@/lib/stored';
import { partnerAccept } from '@/outbox/commands/partner-accept';
import { partnerAnswer } from '@/outbox/commands/partner-answer';
import { partnerAsk } from '@/outbox/commands/partner-ask';
import { partnerWithdraw } from '@/outbox/commands/partner-withdraw';
import { isOverlaid } from '@/outbox/overlay';
import type { StoredCommand } from '@/outbox/stored-command';

export interface ShownPartner {
  id: string;
  request: PartnerRequest;
  /** The last write that this device still has; a refused one takes precedence. */
  write: StoredCommand | null;
}

/** Open ones first. Refused writes are shown with their reason on what is stored. */
export function partnersOf(
  rows: readonly Versioned<NotebookRow>[],
  commands: readonly StoredCommand[],
  now: number,
): ShownPartner[] {
  const held = new Map(rows.flatMap((row) => (row.kind === 'partner' ? [[row.id, row] as const] : [])));
  const ids = new Set([...held.keys(), ...commands.map(({ entity }) => entity.id)]);
  return [...ids]
    .flatMap((id) => {
      const row = held.get(id);
      const writes = commands.filter(({ entity }) => entity.id === id);
      const request = writes.reduce<PartnerRequest | null>(
        (before, command) =>
          isOverlaid(command, row?.version ?? 0) || (before === null && command.status === 'rejected')
            ? withWrite(before, command)
            : before,
        row?.data ?? null,
      );
      if (request === null) return [];
      const write = writes.find(({ status }) => status === 'rejected') ?? writes.at(-1) ?? null;
      return [{ id, request, write }];
    })
    .sort((a, b) => Number(isPartnerOver(a.request, now)) - Number(isPartnerOver(b.request, now)));
}

function withWrite(before: PartnerRequest | null, command: StoredCommand): PartnerRequest | null {
  if (command.kind === 'partner.ask') return before ?? partnerAsk.apply(null, command);
  if (command.kind === 'partner.answer') return partnerAnswer.apply(before, command);
  if (before === null) return null;
  if (command.kind === 'partner.withdraw') return partnerWithdraw.apply(before);
  if (command.kind === 'partner.accept') return partnerAccept.apply(before, command);
  return before;
}

/** Whether nothing can come of it any more, by the clock too, before the server says so: then no contact is shown. */
export function isPartnerOver(request: PartnerRequest, now: number): boolean {
  return (
    request.ended ||
    Date.parse(request.expires_at) <= now ||
    (request.side === 'answerer' && request.state === 'ended')
  );
}

/** 'Conduz · Iniciante' */
export const factsOf = ({ role, level }: PartnerWish): string => `${WANTED_ROLES[role]} · ${LEVELS[level]}`;

/** Whether a write that waits on this phone states that the person is 18 or older. */
export const statesAdult = (commands: readonly StoredCommand[]): boolean =>
  commands.some(
    (command) =>
      (command.kind === 'partner.ask' || command.kind === 'partner.answer') &&
      command.payload.adult === true &&
      isOverlaid(command, 0),
  );

/** Whether the person asks for lessons for somebody under age: then the account is not among partners. */
export const isGuardian = (requests: readonly LessonRequestRow[]): boolean =>
  requests.some(
    (request) =>
      request.side === 'student' &&
      isForMinor(request) &&
      (request.status === 'Pendente' || (request.status === 'Aceito' && !request.ended_at)),
  );

/** A request of somebody else, as the server lists it. */
export interface OpenPartner extends PartnerWish {
  id: string;
  person_id: string;
  name: string;
}

/** Reads the server's list; rows of another shape are left out. Throws TypeError for no list. */
export function readPartners(value: unknown): OpenPartner[] {
  if (!Array.isArray(value)) throw new TypeError('no list of partner requests');
  return value.flatMap((one): OpenPartner[] => {
    const { id, person_id, name, role, level, event_id, day, style_id, city_id } = fieldsOf(one);
    const orNull = (text: unknown) => (isText(text) ? text : null);
    if (!isText(id) || !isText(person_id) || !isText(name) || !isText(role) || !isText(level)) return [];
    if (!Object.hasOwn(WANTED_ROLES, role) || !Object.hasOwn(LEVELS, level)) return [];
    return [
      {
        ...{ id, person_id, name, role: role as PartnerWish['role'], level: level as PartnerWish['level'] },
        ...{
          event_id: orNull(event_id),
          day: orNull(day),
          style_id: orNull(style_id),
          city_id: orNull(city_id),
        },
      },
    ];
  });
}
