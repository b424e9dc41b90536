/** The requests that are worth a moment of joy (ui/ribbon-moment.tsx): just sent, or accepted. Pure. */
import type { ShownRequest } from './overlay';

/** Milliseconds. A student's phone that sees an older acceptance for the first time, after a new sign-in, does not celebrate it. */
const FRESH = 7 * 24 * 60 * 60_000;

/**
 * Names of the events: a request that this phone sent, an acceptance that the student sees, one that the teacher gives on
 * this phone. Waiting for a connection counts as sent: nothing more is needed of the author. A refused write celebrates
 * nothing. `now` in milliseconds since 1970.
 */
export function momentsOf(requests: readonly ShownRequest[], now: number): string[] {
  return requests.flatMap(({ id, side, status, write, answered_at }) => {
    if (write?.status === 'rejected' || write?.status === 'parked') return [];
    if (status === 'Pendente') return write?.kind === 'lesson_request.create' ? [`request-sent:${id}`] : [];
    if (status !== 'Aceito') return [];
    const isNew =
      side === 'teacher'
        ? write?.kind === 'lesson_request.answer'
        : Math.abs(now - Date.parse(answered_at ?? '')) < FRESH;
    return isNew ? [`request-accepted:${id}`] : [];
  });
}
