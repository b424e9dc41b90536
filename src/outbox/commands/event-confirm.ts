import type { OwnEvent } from '@/db/rows/agenda-fields';
import type { Command } from '../command';
import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';
import { EVENT_GONE, notebookCaughtUp } from './notebook-parts';

const schema = (z: Shapes) =>
  z.object({
    eventId: z.string(),
    /** ISO 8601, by this phone's clock: when its organiser said that it takes place. */
    at: z.string(),
  });

export type EventConfirm = PayloadIn<typeof schema>;

export const eventConfirm = {
  kind: 'event.confirm' as const,
  version: 1,
  schema,
  table: 'events',
  procedure: 'confirm_event',
  args: ({ id, payload: { eventId, at } }) => ({ command_id: id, confirmation: { event_id: eventId, at } }),
  label: 'Confirmação de um evento',
  summary: () => 'Continua acontecendo',
  creates: false,
  parents: ({ eventId }) => [{ table: 'events', id: eventId }],
  apply: (event: OwnEvent, { payload }: Command<EventConfirm>): OwnEvent => ({
    ...event,
    confirmed_at: payload.at,
  }),
  comesWith: 'own',
  collection: 'notebook',
  caughtUp: notebookCaughtUp,
  refusals: {
    event_unknown: EVENT_GONE,
    profile_missing: 'Seu cadastro ainda não está completo.',
    invalid_value: 'A confirmação não foi aceita. Confira a data do aparelho e tente de novo.',
  },
  final: ['event_unknown', 'invalid_value'],
  editPath: () => '/comunidade/divulgar',
} satisfies Kind<EventConfirm>;
