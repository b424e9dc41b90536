import type { Kind } from '../kind';

/** The changed columns, as update_profile takes them. */
export interface ProfileUpdate {
  changes: Record<string, unknown>;
}

const NAMES: Record<string, string> = {
  name: 'Nome',
  whatsapp: 'WhatsApp',
  city_id: 'Cidade',
  profile_image_url: 'Foto',
  style_ids: 'Estilos de dança',
  bio: 'Sobre você',
  experience: 'Experiência',
  neighborhood: 'Bairro',
  instagram: 'Instagram',
  modalidades_aula: 'Modalidades',
  is_paused: 'Pausa do perfil',
  interests: 'Interesses',
  dancing_since: 'Dança desde',
  is_public: 'Página pública',
  favourite_songs: 'Músicas preferidas',
  story: 'Minha história na dança',
  music: 'Músicas das aulas',
};

export const profileUpdate: Kind<ProfileUpdate> = {
  kind: 'profile.update',
  version: 1,
  procedure: 'update_profile',
  args: ({ id, payload, base }) => ({ command_id: id, changes: payload.changes, base_version: base }),
  label: 'Alteração do perfil',
  summary: ({ changes }) =>
    Object.keys(changes)
      .map((column) => NAMES[column] ?? column)
      .join(', '),
  upgrade: (payload) => payload as ProfileUpdate,
  creates: false,
};
