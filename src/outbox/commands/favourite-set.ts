import { hasReached, type Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';

const schema = (z: Shapes) =>
  z.object({
    teacherId: z.string(),
    wanted: z.boolean(),
    /** ISO 8601, by this phone's clock: of two conflicting writes, the later one wins. */
    wishedAt: z.string(),
  });

export type FavouriteSet = PayloadIn<typeof schema>;

/** The entity's id is the teacher's, so that writes about the same teacher are sent in order. */
export const favouriteSet = {
  kind: 'favourite.set' as const,
  version: 1,
  schema,
  table: 'favourites',
  procedure: 'set_favourite',
  args: ({ id, payload, base }) => ({
    command_id: id,
    favourite: { teacher_id: payload.teacherId, wanted: payload.wanted, wished_at: payload.wishedAt },
    base_version: base,
  }),
  label: 'Favorito',
  summary: ({ wanted }) => (wanted ? 'Salvar em Meus professores' : 'Tirar de Meus professores'),
  creates: false,
  /** The time (milliseconds) since which the teacher is a favourite. */
  apply: (since: number | null, { payload }): number | null =>
    payload.wanted ? (since ?? Date.parse(payload.wishedAt)) : null,
  comesWith: 'own',
  collection: 'favourites',
  caughtUp: (_, ack, { marks }) => hasReached(marks, ack),
  refusals: {
    not_a_student: 'Só alunos podem fazer isto.',
    teacher_unavailable: 'Este professor não está na busca agora.',
  },
} satisfies Kind<FavouriteSet>;
