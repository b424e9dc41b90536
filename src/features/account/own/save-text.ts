/** What the own pages say of an answer. */
import type { SaveOutcome } from '../actions';
import { PROFILE } from '../messages';
import type { ProfileChanges } from '../schema';

export const OWN = {
  offline: 'Sem conexão: guardamos o que você digitou; salve de novo quando voltar.',
  offlineUnkept:
    'Sem conexão, e este aparelho não deixou guardar o que você digitou. Mantenha esta página aberta e salve de novo quando a conexão voltar.',
  restored: 'Você tem alterações que ainda não foram salvas.',
  merged:
    'Perfil atualizado. Outro aparelho também mudou seu perfil; valeram os campos que você alterou aqui.',
  pictureOffline: 'Sem conexão: a foto só pode ser enviada com internet. Envie de novo quando voltar.',
  pictureSaved: 'Foto atualizada',
  pictureRemoved: 'Foto removida',
} as const;

const REASONS: Record<string, string> = {
  city_unknown: 'Esta cidade não está mais disponível. Escolha outra.',
  style_unknown: 'Um dos estilos não está mais disponível. Confira a lista.',
  styles_missing: 'Selecione pelo menos um estilo de dança',
  picture_not_own: 'Não foi possível usar esta foto. Escolha outra.',
  invalid_value: 'Este valor não foi aceito. Confira o que você digitou.',
};

/** Why the server refused, for beside the field that it names. */
export function reasonText(reason: string | null): string {
  return (reason && REASONS[reason]) || PROFILE.failed;
}

export function outcomeText(outcome: SaveOutcome, kept: boolean): string {
  switch (outcome.kind) {
    case 'ok':
      return outcome.merged ? OWN.merged : PROFILE.saved;
    case 'network':
      return kept ? OWN.offline : OWN.offlineUnkept;
    case 'signed-out':
      return PROFILE.signedOut;
    case 'refused':
      return reasonText(outcome.reason);
  }
}

const FORM_FIELD = { whatsapp: 'phone', imageUrl: 'name' } as const;

/** The form's field that a refusal is about; null when it is about none in particular. */
export function refusedField(outcome: SaveOutcome | null) {
  if (outcome?.kind !== 'refused' || outcome.field === null) return null;
  const field: keyof ProfileChanges = outcome.field;
  return field === 'whatsapp' || field === 'imageUrl' ? FORM_FIELD[field] : field;
}
