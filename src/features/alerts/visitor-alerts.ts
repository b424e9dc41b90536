/** Alerts of a phone without an account: the list stays on the phone, its writes go through the outbox. */
import { create } from 'zustand';
import { phoneSecret, visitorPhone } from '@/auth/visitor-phone';
import { freshId } from '@/lib/browser/random';
import { fieldsOf, isText, stored } from '@/lib/stored';
import type { AlertWish } from '@/outbox/commands/alert-parts';
import { discard, enqueue, withdraw } from '@/outbox/entry';
import type { Queued } from '@/outbox/own';
import { alertKey } from './wish';

const KEY = 'danceflix_alerts';

export interface VisitorAlert extends AlertWish {
  /** Also the id of the alert on the server, and of the command that makes it. */
  id: string;
  /** Known to the commands that stop it. */
  secret: string;
}

const textOrNull = (value: unknown): string | null => (isText(value) ? value : null);

const kept = stored<VisitorAlert[]>(KEY, (value) =>
  Array.isArray(value)
    ? value.flatMap((one) => {
        const { id, secret, style_id, city_id, neighborhood } = fieldsOf(one);
        const wish = {
          style_id: textOrNull(style_id),
          city_id: textOrNull(city_id),
          neighborhood: textOrNull(neighborhood),
        };
        const isWish = wish.style_id !== null || wish.city_id !== null;
        return isText(id) && isText(secret) && isWish ? [{ id, secret, ...wish }] : [];
      })
    : null,
);

export const visitorAlerts = (): VisitorAlert[] => kept.read() ?? [];

interface ListState {
  alerts: VisitorAlert[];
}

const list = create<ListState>(() => ({ alerts: visitorAlerts() }));

/** The list, live in this tab and from others. */
export function useVisitorAlerts(): VisitorAlert[] {
  return list(({ alerts }) => alerts);
}

globalThis.addEventListener?.('storage', (event) => {
  if (event.key === KEY || event.key === null) list.setState({ alerts: visitorAlerts() });
});

/** Reads again before each change, since another tab may have written. */
function change(edit: (alerts: VisitorAlert[]) => VisitorAlert[]): boolean {
  const alerts = edit(visitorAlerts());
  const isKept = kept.write(alerts.length === 0 ? null : alerts);
  if (isKept) list.setState({ alerts });
  return isKept;
}

/** Stores an alert; the same wish again changes nothing. Never rejects. */
export async function addVisitorAlert({ style_id, city_id, neighborhood }: AlertWish): Promise<Queued> {
  const wish = { style_id, city_id, neighborhood };
  const same = visitorAlerts().find((one) => alertKey(one) === alertKey(wish));
  if (same) return { kind: 'stored', commandId: same.id };
  const [id, secret] = [freshId(), phoneSecret()];
  // Without its secret nobody could ever stop it.
  if (secret === null || !change((alerts) => [{ id, secret, ...wish }, ...alerts])) {
    return { kind: 'not-stored', reason: 'blocked' };
  }
  const outcome = await enqueue<'alert.visitor'>({
    id,
    kind: 'alert.visitor',
    entity: { table: 'visitor_alerts', id },
    payload: { alert: { id, secret, ...wish } },
    base: null,
    userId: null,
  });
  if (outcome.kind === 'stored') return { kind: 'stored', commandId: id };
  change((alerts) => alerts.filter((one) => one.id !== id));
  return outcome;
}

/**
 * Stops an alert, offline too. An unsent creation is taken back, a refused one discarded; otherwise the server is told.
 * The alert leaves the list once that is stored. Never rejects.
 */
export async function stopVisitorAlert(
  { id, secret }: Pick<VisitorAlert, 'id' | 'secret'>,
  isRefused: boolean,
): Promise<Queued> {
  if (isRefused) await discard(id);
  else if ((await withdraw(id)).kind !== 'gone') {
    const outcome = await enqueue<'alert.stop'>({
      kind: 'alert.stop',
      entity: { table: 'visitor_alerts', id },
      payload: { secret },
      base: null,
      userId: null,
    });
    if (outcome.kind !== 'stored') return outcome;
  }
  change((alerts) => alerts.filter((one) => one.id !== id));
  // The server forgets the phone with its last alert.
  if (visitorAlerts().length === 0) visitorPhone.write(null);
  return { kind: 'stored', commandId: id };
}
