import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';
import { ALERT_REFUSALS } from './alert-parts';

const schema = (z: Shapes) =>
  z.object({
    alert: z.object({
      id: z.string(),
      style_id: z.nullable(z.string()),
      city_id: z.nullable(z.string()),
      neighborhood: z.nullable(z.string()),
      /** Only this phone has it (auth/visitor-phone.ts); the server keeps its hash. */
      secret: z.string(),
    }),
  });

export type AlertVisitor = PayloadIn<typeof schema>;

/** An alert of a visitor, told by push to this phone. */
export const alertVisitor = {
  kind: 'alert.visitor' as const,
  version: 1,
  schema,
  table: 'visitor_alerts',
  procedure: 'set_visitor_alert',
  args: ({ id, payload }) => ({ command_id: id, alert: payload.alert }),
  label: 'Avise-me',
  summary: () => 'Avisar quando houver professor',
  creates: true,
  refusals: {
    ...ALERT_REFUSALS,
    too_many_alerts: 'Este aparelho já tem 10 avisos. Pare um deles para criar outro.',
    alert_exists: 'O servidor já conhece outro aviso com este número. Crie o aviso de novo.',
  },
  final: ['place_unknown', 'invalid_value', 'alert_exists'],
} satisfies Kind<AlertVisitor>;
