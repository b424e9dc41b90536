import { hasReached, type Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';

const schema = (z: Shapes) =>
  z.object({
    personId: z.string(),
    /** The blocked person's name, as the person who blocks sees it. */
    name: z.string(),
    wanted: z.boolean(),
    /** ISO 8601, by this phone's clock: of two conflicting writes, the later one wins. */
    wishedAt: z.string(),
  });

export type BlockSet = PayloadIn<typeof schema>;

/** The entity's id is the blocked person's, so that writes about the same person are sent in order. */
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
