/** Writes about the agenda and about partners, by what the phone's last pull brought. */
import type { Draft } from '@/outbox/command';
import type { Place } from './outbox-drafts';
import { BALL, type Stage } from './outbox-stage';

const DAY = 86_400_000;
/** 20:00 in Brasília on a day so many days from today, as ISO 8601. The server's clock decides, not the program's. */
const evening = (days: number) => `${new Date(Date.now() + days * DAY).toISOString().slice(0, 10)}T23:00:00Z`;

interface Proposal {
  author: string;
  state: string;
  starts_on: string;
}
interface Asked {
  asker: string;
  open: boolean;
  found: boolean;
  answers: { id: string; person_id: string; state: string }[];
}

function rowsOf<T>({ phone }: Place, table: string): { id: string; fields: T }[] {
  return [...phone.replica].flatMap(([key, { fields }]) =>
    key.startsWith(`${table}/`) ? [{ id: key.slice(table.length + 1), fields: fields as T }] : [],
  );
}

/** About a partner where `n` is odd, else about an event. */
export function agenda(stage: Stage, n: number, userId: string, place: Place): Draft {
  return n % 2 ? partner(stage, n, userId, place) : event(stage, n, userId, place);
}

/** Proposes an event; confirms one that the team has published, or calls a day of it off. */
function event({ cities }: Stage, n: number, userId: string, place: Place): Draft {
  const own = rowsOf<Proposal>(place, 'events').filter(({ fields }) => fields.author === userId);
  const published = own.filter(({ fields }) => fields.state === 'published').at(-1);
  if (published && n % 8) {
    const { id } = published;
    const draft = (kind: string, payload: object): Draft => ({
      ...{ kind, entity: { table: 'events', id }, payload: { eventId: id, ...payload }, userId },
    });
    if (n % 4 === 0) return draft('event.confirm', { at: new Date(place.phone.now()).toISOString() });
    const day = new Date(Date.parse(published.fields.starts_on) + 7 * DAY).toISOString().slice(0, 10);
    return draft('event.call_off', { day, off: n % 3 > 0 });
  }
  const waiting = own.find(({ fields }) => fields.state === 'waiting');
  const id = waiting?.id ?? crypto.randomUUID();
  const wanted = {
    ...{ id, title: `Baile número ${n}`, kind: 'baile', dance_style_ids: [], city_id: cities[0] ?? '' },
    ...{ venue: null, starts_at: evening(30), ends_at: null, weekly: true, weekly_until: null },
    ...{ price: null, url: null, description: null, organiser: 'Quem dança' },
  };
  return { kind: 'event.propose', entity: { table: 'events', id }, payload: { event: wanted }, userId };
}

/** Accepts an answer; ends what was found; answers the other side's request, or takes that back; else asks. */
function partner({ cities, styles }: Stage, n: number, userId: string, place: Place): Draft {
  const rows = rowsOf<Asked>(place, 'partner_requests').filter(({ fields }) => fields.open);
  const own = rows.filter(({ fields }) => fields.asker === userId);
  const draft = (kind: string, id: string, payload: object): Draft => ({
    ...{ kind, entity: { table: 'partner_requests', id }, payload, userId },
  });
  const waited = own.find(({ fields }) => fields.answers.some(({ state }) => state === 'waiting'));
  const answer = waited?.fields.answers.find(({ state }) => state === 'waiting');
  if (waited && answer)
    return draft('partner.accept', waited.id, { requestId: waited.id, answerId: answer.id, name: 'Par' });
  const found = own.find(({ fields }) => fields.found);
  if (found) return draft('partner.withdraw', found.id, { requestId: found.id });
  const ofBall = { event_id: BALL, day: '2099-01-08', style_id: null, city_id: null };
  const ofStyle = { event_id: null, day: null, style_id: styles[0] ?? '', city_id: cities[0] ?? '' };
  const wish = { ...(n % 3 ? ofBall : ofStyle), role: 'dois', level: 'iniciante', adult: true };
  const theirs = rows.filter(({ fields }) => fields.asker !== userId && !fields.found).at(-1);
  const told = theirs?.fields.answers.some(
    ({ person_id, state }) => person_id === userId && state === 'waiting',
  );
  if (theirs && (!told || n % 5 === 0)) {
    const payload = {
      requestId: theirs.id,
      wanted: !told,
      personId: theirs.fields.asker,
      name: 'Par',
      ...wish,
    };
    return draft('partner.answer', theirs.id, payload);
  }
  const id = crypto.randomUUID();
  return { ...draft('partner.ask', id, { id, ...wish }), id };
}

/** Stops an alert that a visitor's phone has asked for; null where all are stopped. */
export function stopAlert({ ledger }: Place): Draft | null {
  const stopped = new Set(
    ledger.all.flatMap(({ kind, entity }) => (kind === 'alert.stop' ? [entity.id] : [])),
  );
  const made = ledger.standing.find(
    ({ kind, entity }) => kind === 'alert.visitor' && !stopped.has(entity.id),
  );
  if (!made) return null;
  const { secret } = (made.payload as { alert: { secret: string } }).alert;
  return { kind: 'alert.stop', entity: made.entity, payload: { secret }, userId: null };
}
