import { EVENTS_A_DAY, type OwnEvent } from '@/db/rows/agenda-fields';
import type { Command } from '../command';
import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';
import { notebookCaughtUp } from './notebook-parts';

const schema = (z: Shapes) =>
  z.object({
    event: z.object({
      id: z.string(),
      title: z.string(),
      kind: z.string(),
      dance_style_ids: z.array(z.string()),
      city_id: z.string(),
      venue: z.nullable(z.string()),
      /** ISO 8601; of a series its first date. */
      starts_at: z.string(),
      ends_at: z.nullable(z.string()),
      weekly: z.boolean(),
      /** 'YYYY-MM-DD' in Brasília. */
      weekly_until: z.nullable(z.string()),
      price: z.nullable(z.string()),
      url: z.nullable(z.string()),
      description: z.nullable(z.string()),
      organiser: z.string(),
    }),
  });

export type EventPropose = PayloadIn<typeof schema>;

/** Proposes an event, or changes one that is not published. The entity's id is the event's. */
export const eventPropose = {
  kind: 'event.propose' as const,
  version: 1,
  schema,
  table: 'events',
  procedure: 'propose_event',
  args: ({ id, payload }) => ({ command_id: id, event: payload.event }),
  label: 'Evento para a agenda',
  summary: ({ event }) => event.title,
  creates: true,
  /** A change of a refused proposal sends it again. */
  apply: (before: OwnEvent | null, { payload: { event }, createdAt }: Command<EventPropose>): OwnEvent => {
    const { id: _, kind, dance_style_ids, ...words } = event;
    const now = new Date(createdAt).toISOString();
    return {
      ...words,
      event_kind: kind,
      style_ids: dance_style_ids,
      off_dates: [],
      confirmed_at: null,
      slug: before?.slug ?? event.id,
      state: 'waiting',
      reason: null,
      is_published: false,
      sent_at: before?.sent_at ?? now,
      updated_at: now,
    };
  },
  comesWith: 'own',
  collection: 'notebook',
  caughtUp: notebookCaughtUp,
  refusals: {
    too_many_events: `Você já divulgou ${EVENTS_A_DAY} eventos nas últimas 24 horas. Tente de novo mais tarde.`,
    event_exists: 'O servidor já conhece outro evento com este número. Escreva de novo.',
    event_published: 'Este evento já está na agenda. Para mudar alguma coisa, fale com a equipe.',
    start_passed: 'A data já passou. Escolha outra e envie de novo.',
    city_unknown: 'Esta cidade não existe mais. Escolha outra.',
    style_unknown: 'Um destes estilos não existe mais. Escolha outro.',
    invalid_value: 'O evento não foi aceito. Confira datas, link e textos, e envie de novo.',
  },
  final: [
    'event_exists',
    'event_published',
    'start_passed',
    'city_unknown',
    'style_unknown',
    'invalid_value',
  ],
  editPath: () => '/comunidade/divulgar',
} satisfies Kind<EventPropose>;
