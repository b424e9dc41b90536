/** The teachers to ask besides a silent one: from this phone, else from the server. */
import { useMemo, useState } from 'react';
import { callAs } from '@/auth/session/user-rest';
import { dayNumber } from '@/db/rows/listed-checks';
import { alternativesTo } from '@/db/search/alternatives';
import { RestFailure } from '@/lib/rest';
import { useOwnRows } from '@/reads/own-rows';
import type { Query } from '@/reads/query';
import { useCatalog } from '@/reads/use-catalog';
import { type Local, useReplicated } from '@/reads/use-replicated';
import { useNow } from '@/ui/use-now';
import type { ShownRequest } from './overlay';
import { useRequests } from './queries';

export type AlternativesQuery = Query<string[], 'loading' | 'failed'> & { retry(): void };

/** Ids, the best first. */
export function useAlternatives(request: ShownRequest): AlternativesQuery {
  const catalog = useCatalog();
  const { userId, rows } = useOwnRows();
  const { data: own } = useRequests();
  const [attempt, setAttempt] = useState(0);
  const today = dayNumber(useNow());
  const local = useMemo((): Local<string[]> => {
    const { phase, index, hidden } = catalog;
    if (phase === 'opening') return { state: 'reading' };
    if (phase === 'none') return { state: 'lacking', data: null };
    const cityId = rows?.profile?.city_id ?? null;
    const ids = alternativesTo(request, { index, own, hidden, cityId, today });
    if (phase === 'complete') return { state: 'whole', data: ids };
    return { state: 'lacking', data: ids.length > 0 ? ids : null };
  }, [catalog, rows?.profile?.city_id, own, request, today]);
  const { status, data } = useReplicated<string[]>({
    local,
    key: `alternatives ${request.id} ${own.length}`,
    ask: async (signal) =>
      readIds(await callAs(userId ?? '', 'request_alternatives', { request_id: request.id }, signal)),
    drawn: null,
    attempt,
    mayAsk: userId !== null,
  });
  const retry = () => setAttempt((count) => count + 1);
  if (status === 'ready') return { status, data: data.filter((id) => !catalog.hidden.has(id)), retry };
  return { status: status === 'loading' ? status : 'failed', data: null, retry };
}

function readIds(answer: unknown): string[] {
  if (!Array.isArray(answer) || !answer.every((id) => typeof id === 'string')) {
    throw new RestFailure('malformed', 'request_alternatives is no list of ids');
  }
  return answer;
}
