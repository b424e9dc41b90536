import type { Going } from '@/db/rows/agenda-fields';
import type { Command } from '../command';
import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';
import { DAY_GONE, EVENT_GONE, notebookCaughtUp } from './notebook-parts';

const schema = (z: Shapes) =>
  z.object({
    eventId: z.string(),
    /** 'YYYY-MM-DD' in Brasília. */
    day: z.string(),
    going: z.boolean(),
  });

export type GoingSet = PayloadIn<typeof schema>;

/** The entity's id is the event's with the day (`goingKey`), so that writes about one date are sent in order. */
export const goingSet = {
  kind: 'going.set' as const,
  version: 1,
  schema,
  table: 'event_goings',
  procedure: 'set_going',
  args: ({ id, payload: { eventId, day, going } }) => ({
    command_id: id,
    going: { event_id: eventId, day, going },
  }),
  label: 'Vou',
  summary: ({ going, day }) =>
    `${going ? 'Vou' : 'Não vou'} no dia ${day.split('-').reverse().slice(0, 2).join('/')}`,
  creates: false,
  apply: (_: Going | null, { payload: { eventId, day, going } }: Command<GoingSet>): Going => ({
    event_id: eventId,
    day,
    going,
  }),
  comesWith: 'own',
  collection: 'notebook',
  caughtUp: notebookCaughtUp,
  refusals: {
    event_unknown: EVENT_GONE,
    day_unknown: DAY_GONE,
    day_over: 'Este dia já passou.',
    too_many_goings: 'Você já marcou cem datas. Desmarque alguma para marcar outra.',
    profile_missing: 'Seu cadastro ainda não está completo.',
    invalid_value: 'A data não foi aceita. Abra a página do evento e tente de novo.',
  },
  final: ['event_unknown', 'day_unknown', 'day_over', 'invalid_value'],
  editPath: ({ payload }) => `/comunidade/eventos/${payload.eventId}`,
} satisfies Kind<GoingSet>;
