import type { Kind } from '../kind';

export interface FavouriteSet {
  teacherId: string;
  wanted: boolean;
  /** ISO 8601, by this phone: of wishes that cross, the later one wins. */
  wishedAt: string;
}

export const favouriteSet: Kind<FavouriteSet> = {
  kind: 'favourite.set',
  version: 1,
  procedure: 'set_favourite',
  args: ({ id, payload, base }) => ({
    command_id: id,
    favourite: { teacher_id: payload.teacherId, wanted: payload.wanted, wished_at: payload.wishedAt },
    base_version: base,
  }),
  label: 'Favorito',
  summary: ({ wanted }) => (wanted ? 'Guardar em Meus professores' : 'Tirar de Meus professores'),
  upgrade: (payload) => payload as FavouriteSet,
  creates: false,
};
