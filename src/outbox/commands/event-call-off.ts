import type { OwnEvent } from '@/db/rows/agenda-fields';
import { textsOf } from '@/lib/stored';
import type { Command } from '../command';
import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';
import { DAY_GONE, EVENT_GONE, notebookCaughtUp } from './notebook-parts';

const schema = (z: Shapes) =>
  z.object({
    eventId: z.string(),
    /** 'YYYY-MM-DD' in Brasília. */
    day: z.string(),
    /** False brings the date back. */
    off: z.boolean(),
  });

export type EventCallOff = PayloadIn<typeof schema>;

export const eventCallOff = {
  kind: 'event.call_off' as const,
  version: 1,
  schema,
  table: 'events',
  procedure: 'call_off_event_day',
  args: ({ id, payload: { eventId, day, off } }) => ({
    command_id: id,
    change: { event_id: eventId, day, off },
  }),
  label: 'Data de um evento',
  summary: ({ day, off }) =>
    `${off ? 'Cancelar' : 'Manter'} o dia ${day.split('-').reverse().slice(0, 2).join('/')}`,
  creates: false,
  parents: ({ eventId }) => [{ table: 'events', id: eventId }],
  apply: (event: OwnEvent, { payload }: Command<EventCallOff>): OwnEvent => {
    const others = textsOf(event.off_dates).filter((day) => day !== payload.day);
    return { ...event, off_dates: payload.off ? [...others, payload.day].sort() : others };
  },
  comesWith: 'own',
  collection: 'notebook',
  caughtUp: notebookCaughtUp,
  refusals: {
    event_unknown: EVENT_GONE,
    not_weekly: 'Este evento tem uma data só. Para tirar da agenda, fale com a equipe.',
    day_unknown: DAY_GONE,
    day_over: 'Este dia já começou.',
    too_many_days: 'Há 60 datas canceladas neste evento. Fale com a equipe para encerrar a série.',
    profile_missing: 'Seu cadastro ainda não está completo.',
    invalid_value: 'A data não foi aceita. Abra a página e tente de novo.',
  },
  final: ['event_unknown', 'not_weekly', 'day_unknown', 'day_over', 'invalid_value'],
  editPath: () => '/comunidade/divulgar',
} satisfies Kind<EventCallOff>;
