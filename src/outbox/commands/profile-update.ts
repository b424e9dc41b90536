import { COLUMN_LABELS } from '@/db/rows/profile-fields';
import type { Command } from '../command';
import { hasReached, type Kind } from '../kind';
import type { PayloadIn, Shapes } from '../shapes';

/** The changed columns, in the shape that update_profile takes. */
const schema = (z: Shapes) => z.object({ changes: z.record(z.string(), z.unknown()) });

export type ProfileUpdate = PayloadIn<typeof schema>;

export const profileUpdate = {
  kind: 'profile.update' as const,
  version: 1,
  schema,
  table: 'user_profiles',
  procedure: 'update_profile',
  args: ({ id, payload, base }) => ({ command_id: id, changes: payload.changes, base_version: base }),
  label: 'Alteração do perfil',
  summary: ({ changes }) =>
    Object.keys(changes)
      .map((column) => COLUMN_LABELS[column] ?? column)
      .join(', '),
  creates: false,
  apply: <R extends object>(row: R, { payload }: Command<ProfileUpdate>): R => ({
    ...row,
    ...payload.changes,
  }),
  comesWith: 'own',
  collection: 'profile',
  caughtUp: (_, ack, { profile }) => hasReached(profile, ack),
  refusals: {
    city_unknown: 'Esta cidade não está mais disponível. Escolha outra.',
    style_unknown: 'Um dos estilos não está mais disponível. Confira a lista.',
    styles_missing: 'Selecione pelo menos um estilo de dança',
    picture_not_own: 'Não foi possível usar esta foto. Escolha outra.',
    benefit_missing: 'Este campo faz parte do Perfil completo, que não está ativo na sua conta.',
    field_not_allowed: 'Este campo não pode ser mudado na sua conta.',
    slug_retired: 'Este endereço já foi de outra pessoa e não é dado de novo.',
  },
  editPath: (_, role) => {
    if (role === 'teacher') return '/teacher/profile';
    return role === 'student' ? '/student/profile-enhanced' : null;
  },
} satisfies Kind<ProfileUpdate>;
