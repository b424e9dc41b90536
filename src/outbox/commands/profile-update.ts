import { COLUMN_LABELS } from '@/db/profile-fields';
import type { Kind } from '../kind';

/** The changed columns, as update_profile takes them. */
export interface ProfileUpdate {
  changes: Record<string, unknown>;
}

export const profileUpdate: Kind<ProfileUpdate> = {
  kind: 'profile.update',
  version: 1,
  procedure: 'update_profile',
  args: ({ id, payload, base }) => ({ command_id: id, changes: payload.changes, base_version: base }),
  label: 'Alteração do perfil',
  summary: ({ changes }) =>
    Object.keys(changes)
      .map((column) => COLUMN_LABELS[column] ?? column)
      .join(', '),
  upgrade: (payload) => payload as ProfileUpdate,
  creates: false,
};
