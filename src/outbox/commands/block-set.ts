import type { Kind } from '../kind';

export interface BlockSet {
  personId: string;
  /** How the person who blocks knows the other. */
  name: string;
  wanted: boolean;
  /** ISO 8601, by this phone: of wishes that cross, the later one wins. */
  wishedAt: string;
}

export const blockSet: Kind<BlockSet> = {
  kind: 'block.set',
  version: 1,
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
  upgrade: (payload) => payload as BlockSet,
  creates: false,
};
