import type { Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';

const schema = (z: Shapes) => z.object({ secret: z.string() });

export type AlertStop = PayloadIn<typeof schema>;

/** A visitor's phone wants an alert no more. The entity's id is the alert's, so that it goes after its creation. */
export const alertStop = {
  kind: 'alert.stop' as const,
  version: 1,
  schema,
  table: 'visitor_alerts',
  procedure: 'stop_visitor_alert',
  args: ({ id, entity, payload }) => ({
    command_id: id,
    alert: { id: entity.id, secret: payload.secret },
  }),
  label: 'Parar de avisar',
  summary: () => null,
  creates: false,
  refusals: { invalid_value: 'O servidor não conhece este aviso.' },
  final: ['invalid_value'],
} satisfies Kind<AlertStop>;
