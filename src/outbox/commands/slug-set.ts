import type { Command } from '../command';
import { hasReached, type Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';

const schema = (z: Shapes) => z.object({ slug: z.string() });

export type SlugSet = PayloadIn<typeof schema>;

/** The address of the teacher's page; the entity is the own profile, so that it keeps its place among other changes. */
export const slugSet = {
  kind: 'slug.set' as const,
  version: 1,
  schema,
  table: 'user_profiles',
  procedure: 'set_own_slug',
  args: ({ id, payload }) => ({ command_id: id, address: { slug: payload.slug } }),
  label: 'Endereço da página',
  summary: ({ slug }) => `/teachers/${slug}`,
  creates: false,
  apply: <R extends object>(row: R, { payload }: Command<SlugSet>): R => ({ ...row, slug: payload.slug }),
  comesWith: 'own',
  collection: 'profile',
  caughtUp: (_, ack, { profile }) => hasReached(profile, ack),
  refusals: {
    slug_too_short: 'O endereço precisa de pelo menos 3 letras ou números.',
    slug_malformed: 'Use letras minúsculas sem acento, números e hífens, como marina-couto.',
    slug_reserved: 'Este endereço é reservado ao site. Escolha outro, como o seu nome.',
    slug_taken: 'Este endereço já é de outra pessoa. Escolha outro.',
    slug_retired: 'Este endereço já foi de outra pessoa e não é dado de novo. Escolha outro.',
    slug_too_many: 'Você já trocou o endereço três vezes em 30 dias. Tente de novo mais tarde.',
    not_a_teacher: 'Só professores têm esta página.',
  },
  final: ['slug_too_short', 'slug_malformed', 'slug_reserved', 'slug_taken', 'slug_retired', 'not_a_teacher'],
  editPath: (_, role) => (role === 'teacher' ? '/teacher/configurations' : null),
} satisfies Kind<SlugSet>;
