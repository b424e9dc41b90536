import { hasReached, type Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';

const schema = (z: Shapes) =>
  z.object({
    personId: z.string(),
    /** How the person who blocks knows the other. */
    name: z.string(),
    wanted: z.boolean(),
    /** ISO 8601, by this phone: of wishes that cross, the later one wins. */
    wishedAt: z.string(),
  });

export type BlockSet = PayloadIn<typeof schema>;

/** Its entity's id is the person's, so that wishes about one person keep their order. */
export const blockSet = {
  kind: 'block.set' as const,
  version: 1,
  schema,
  table: 'blocks',
  procedure: 'set_block',
  args: ({ id, payload, base }) => ({
    command_id: id,
    block: {
      person_id: payload.personId,
      wanted: payload.wanted,
      wished_at: payload.wishedAt,
      ...(payload.wanted && { name: payload.name }),
    },
    base_version: base,
  }),
  label: 'Bloqueio',
  summary: ({ wanted, name }) => (wanted ? `Bloquear ${name}` : `Desbloquear ${name}`),
  creates: false,
  /** The name of the blocked person. */
  apply: (_: string | null, { payload }): string | null => (payload.wanted ? payload.name : null),
  comesWith: 'own',
  collection: 'favourites',
  caughtUp: (_, ack, { marks }) => hasReached(marks, ack),
  refusals: { person_unknown: 'Esta conta não existe mais.' },
} satisfies Kind<BlockSet>;
