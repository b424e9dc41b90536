/** The unsent form of an event: kept on this phone per person and event until it is queued. */
import { PRIVATE_DRAFT_PREFIX } from '@/auth/leaving/forget';
import { EVENT_LIMITS } from '@/db/rows/agenda-fields';
import { freshId } from '@/lib/browser/random';
import { FALSE_NAME, isFalseName } from '@/lib/false-names';
import { charactersIn, sendable } from '@/lib/sent-text';
import { fieldsOf, isText, stored, textsOf } from '@/lib/stored';
import { textError } from '@/lib/typed-text';
import type { FormErrors } from '@/lib/use-form';
import { instantOf, isWallTime, wallTimeAt } from '@/lib/wall-time';
import type { EventPropose } from '@/outbox/commands/event-propose';
import { ZONE } from './dates';
import type { DanceEvent } from './schema';
import { type EventKind, isKind } from './schema';

export interface EventDraft {
  /** Of the event, made once, so that one draft in two tabs is one event. */
  id: string;
  title: string;
  kind: EventKind;
  cityId: string;
  styleIds: string[];
  venue: string;
  /** Wall times in Brasília, 'YYYY-MM-DDTHH:MM'; empty while they are missing. */
  starts: string;
  ends: string;
  weekly: boolean;
  /** 'YYYY-MM-DD'; empty: open-ended. */
  until: string;
  price: string;
  url: string;
  description: string;
  organiser: string;
}

export const blankDraft = (organiser: string): EventDraft => ({
  ...{ id: freshId(), title: '', kind: 'baile', cityId: '', styleIds: [], venue: '', starts: '' },
  ...{ ends: '', weekly: false, until: '', price: '', url: '', description: '', organiser },
});

const TEXTS = [
  'title',
  'cityId',
  'venue',
  'starts',
  'ends',
  'until',
  'price',
  'url',
  'description',
  'organiser',
] as const;

/** `about`: the event's id, or 'new'. */
export const keptEvent = (userId: string, about: string) =>
  stored<EventDraft>(`${PRIVATE_DRAFT_PREFIX}event_${userId}_${about}`, (value) => {
    const fields = fieldsOf(value);
    if (!isText(fields.id) || !TEXTS.every((name) => isText(fields[name]))) return null;
    const texts = Object.fromEntries(TEXTS.map((name) => [name, fields[name]])) as Record<
      (typeof TEXTS)[number],
      string
    >;
    return {
      ...texts,
      id: fields.id,
      kind: isKind(fields.kind) ? fields.kind : 'outro',
      styleIds: textsOf(fields.styleIds),
      weekly: fields.weekly === true,
    };
  });

export function draftOf(event: DanceEvent): EventDraft {
  const wall = (time: number | null) => (time === null ? '' : wallTimeAt(time, ZONE));
  return {
    id: event.id,
    title: event.title,
    kind: event.kind,
    cityId: event.cityId,
    styleIds: [...event.styleIds],
    venue: event.venue ?? '',
    starts: wall(event.startsAt),
    ends: wall(event.endsAt),
    weekly: event.weekly !== null,
    until: event.weekly?.until ?? '',
    price: event.price ?? '',
    url: event.url ?? '',
    description: event.description ?? '',
    organiser: event.organiser ?? '',
  };
}

const DAY = 86_400_000;

/** The same rules as the database's. `now`: milliseconds since 1970. */
export function checkEvent(draft: EventDraft, now: number): FormErrors<EventDraft> {
  const { title, cityId, starts, ends, weekly, until, url, organiser } = draft;
  const errors: FormErrors<EventDraft> = {};
  for (const name of ['title', 'venue', 'price', 'organiser', 'description'] as const) {
    const error = textError(draft[name]);
    if (error !== null) errors[name] = error;
  }
  if (charactersIn(title.trim()) < EVENT_LIMITS.title.least)
    errors.title = 'O título tem pelo menos 3 letras.';
  if (cityId === '') errors.cityId = 'Escolha a cidade.';
  if (organiser.trim() === '') errors.organiser = 'Diga quem organiza, para as pessoas poderem perguntar.';
  if (isFalseName(organiser)) errors.organiser ??= FALSE_NAME;
  if (url.trim() !== '' && !/^https:\/\/[^\s"<>\\]+$/.test(url.trim()))
    errors.url = 'O link começa com https:// e não tem espaços.';
  const start = isWallTime(starts) ? instantOf(starts, ZONE) : null;
  if (start === null) errors.starts = 'Diga o dia e a hora em que começa.';
  else if (start < now && !weekly) errors.starts = 'Esta data já passou.';
  else if (start < now - 365 * DAY || start > now + 730 * DAY)
    errors.starts = 'Escolha uma data mais próxima.';
  if (ends !== '' && start !== null) {
    const end = isWallTime(ends) ? instantOf(ends, ZONE) : Number.NaN;
    if (!(end > start)) errors.ends = 'O fim vem depois do começo.';
    else if (end - start > (weekly ? DAY : EVENT_LIMITS.days * DAY))
      errors.ends = weekly ? 'O que repete toda semana dura até 24 horas.' : 'Um evento dura até 31 dias.';
  }
  if (weekly && until !== '' && until < starts.slice(0, 10))
    errors.until = 'O último dia vem depois do primeiro.';
  return errors;
}

/** A checked draft as it is sent. */
export function eventOfDraft(draft: EventDraft): EventPropose['event'] {
  const words = (text: string) => sendable(text) || null;
  const moment = (wall: string) => new Date(instantOf(wall, ZONE)).toISOString();
  return {
    id: draft.id,
    title: sendable(draft.title),
    kind: draft.kind,
    dance_style_ids: draft.styleIds,
    city_id: draft.cityId,
    venue: words(draft.venue),
    starts_at: moment(draft.starts),
    ends_at: draft.ends === '' ? null : moment(draft.ends),
    weekly: draft.weekly,
    weekly_until: draft.weekly && draft.until !== '' ? draft.until : null,
    price: words(draft.price),
    url: words(draft.url),
    description: words(draft.description),
    organiser: sendable(draft.organiser),
  };
}
