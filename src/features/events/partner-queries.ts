/** Reads of partner requests: the own ones from the device, others' from the server, else as they were read last. */
import { useMemo } from 'react';
import { useIdentity } from '@/auth/identity';
import { callAs } from '@/auth/session/user-rest';
import type { NotebookRow } from '@/db/rows/notebook-fields';
import type { Versioned } from '@/db/rows/row-check';
import { stored } from '@/lib/stored';
import { useOutboxReady, useOverlay } from '@/outbox/pending';
import { ownStatus, useOwnRows } from '@/reads/own-rows';
import type { OwnAbsence } from '@/reads/query';
import { type AnswerQuery, useAnswer } from '@/reads/use-answer';
import { useHidden } from '@/reads/use-hidden';
import { useNow } from '@/ui/use-now';
import { type OpenPartner, partnersOf, readPartners, type ShownPartner } from './partners';

const NONE: Versioned<NotebookRow>[] = [];
const DAY = 86_400_000;

export interface PartnersQuery {
  status: OwnAbsence | 'ready';
  data: ShownPartner[];
  now: number;
}

/** The person's requests, and those that the person answered. */
export function usePartners(): PartnersQuery {
  const own = useOwnRows();
  const rows = own.rows?.notebook ?? NONE;
  const commands = useOverlay('partner_requests');
  const ready = useOutboxReady();
  const now = useNow();
  const data = useMemo(() => partnersOf(rows, commands, now), [rows, commands, now]);
  const status = ownStatus(own, own.rows?.notebookKnown === true || data.length > 0);
  return { status: status === 'ready' && !ready ? 'loading' : status, data, now };
}

/** The list as it was read last: people change their minds, so it counts for a day. Signing out deletes it. */
export const keptPartners = (userId: string) =>
  stored<OpenPartner[]>(
    `danceflix_private_partners_${userId}`,
    (value) => (Array.isArray(value) ? readPartners(value) : null),
    { lifetime: DAY },
  );

/** Requests of others that wait for an answer, without those of blocked people. `version`: a change asks again. */
export function useOpenPartners(version: string): AnswerQuery<OpenPartner[]> {
  const { identity } = useIdentity();
  const userId = identity?.state === 'active' ? identity.userId : null;
  const hidden = useHidden();
  const query = useAnswer<OpenPartner[]>({
    key: userId === null ? null : `partners ${userId}`,
    ask: async (signal) => {
      const rows = readPartners(await callAs(userId ?? '', 'open_partner_requests', {}, signal));
      keptPartners(userId ?? '').write(rows);
      return rows;
    },
    kept: () => keptPartners(userId ?? '').read(),
    version,
  });
  if (query.status !== 'ready') return query;
  return { ...query, data: query.data.filter(({ person_id }) => !hidden.has(person_id)) };
}
