import type { Command } from '../command';
import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';
import { ALERT_REFUSALS, type AlertWish } from './alert-parts';

const schema = (z: Shapes) =>
  z.object({
    style_id: z.nullable(z.string()),
    city_id: z.nullable(z.string()),
    neighborhood: z.nullable(z.string()),
    wanted: z.boolean(),
  });

export type AlertSet = PayloadIn<typeof schema>;

/** The entity's id is the wish itself (`alertKey`), so that writes about the same wish are sent in order. */
export const alertSet = {
  kind: 'alert.set' as const,
  version: 1,
  schema,
  table: 'teacher_alerts',
  procedure: 'set_teacher_alert',
  args: ({ id, payload: { style_id, city_id, neighborhood, wanted } }) => ({
    command_id: id,
    alert: { style_id, city_id, neighborhood, wanted },
  }),
  label: 'Avise-me',
  summary: ({ wanted }) => (wanted ? 'Avisar quando houver professor' : 'Parar de avisar'),
  creates: false,
  apply: (_: (AlertWish & { is_on: boolean }) | null, { payload }: Command<AlertSet>) => ({
    style_id: payload.style_id,
    city_id: payload.city_id,
    neighborhood: payload.neighborhood,
    is_on: payload.wanted,
  }),
  comesWith: 'own',
  collection: 'alerts',
  /** The answer names the row, whose id the phone does not always know. */
  caughtUp: (_, { version, answer }, { alerts }) =>
    alerts !== null &&
    version !== null &&
    typeof answer.row_id === 'string' &&
    (alerts.get(answer.row_id) ?? 0) >= version,
  refusals: {
    ...ALERT_REFUSALS,
    too_many_alerts: 'Você já tem 20 avisos. Pare um deles para criar outro.',
    profile_missing: 'Seu cadastro ainda não está completo.',
  },
  final: ['place_unknown', 'invalid_value'],
  editPath: () => '/search',
} satisfies Kind<AlertSet>;
