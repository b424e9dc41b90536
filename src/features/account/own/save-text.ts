/** What the own pages say of an answer. */
import type { StoredCommand } from '@/outbox/command';
import { SUSPENDED } from '@/outbox/not-stored';
import { PROFILE } from '../messages';
import { toField } from '../rows';
import type { FormOutcome } from './use-profile-form';

export const OWN = {
  queued: 'Salvo no aparelho. Enviamos assim que houver conexão.',
  sending: 'Enviando…',
  delivered: `Enviado. ${PROFILE.saved}`,
  attention: 'Salvo no aparelho. Precisa de atenção: o servidor está com problemas há mais de um dia.',
  parked: 'Não enviado: espera uma alteração anterior que não foi aceita.',
  full: 'O aparelho está sem espaço e não guardou a alteração. O que você digitou continua aqui: libere espaço e salve de novo.',
  blocked:
    'Este aparelho não deixou guardar a alteração. O que você digitou continua aqui: mantenha esta página aberta e salve de novo.',
  restored: 'Você tem alterações que ainda não foram salvas.',
  merged:
    'Enviado. Perfil atualizado. Outro aparelho também mudou seu perfil; valeram os campos que você alterou aqui.',
  pictureOffline: 'Sem conexão: a foto só pode ser enviada com internet. Envie de novo quando voltar.',
  pictureSaved: 'Foto atualizada',
  pictureRemoved: 'Foto removida',
} as const;

const REASONS: Record<string, string> = {
  city_unknown: 'Esta cidade não está mais disponível. Escolha outra.',
  style_unknown: 'Um dos estilos não está mais disponível. Confira a lista.',
  styles_missing: 'Selecione pelo menos um estilo de dança',
  picture_not_own: 'Não foi possível usar esta foto. Escolha outra.',
  benefit_missing: 'Este campo faz parte do Perfil completo, que não está ativo na sua conta.',
  account_banned: SUSPENDED,
  invalid_value: 'Este valor não foi aceito. Confira o que você digitou.',
};

/** Why the server refused, for beside the field that it names. */
export function reasonText(reason: string | null): string {
  return (reason && REASONS[reason]) || PROFILE.failed;
}

export type OutcomeTone = 'success' | 'failure' | 'offline';

/** What the form says of its last save, and how. */
export function outcomeNote(outcome: FormOutcome): { tone: OutcomeTone; text: string } {
  switch (outcome.kind) {
    case 'delivered':
      return { tone: 'success', text: outcome.ack.answer.merged === true ? OWN.merged : OWN.delivered };
    case 'not-stored':
      return { tone: 'failure', text: OWN[outcome.reason] };
    case 'signed-out':
      return { tone: 'failure', text: PROFILE.signedOut };
    case 'unsent':
      return unsentNote(outcome.command);
  }
}

function unsentNote({ status, error }: StoredCommand): { tone: OutcomeTone; text: string } {
  if (status === 'rejected') {
    return { tone: 'failure', text: `Não enviado. ${reasonText(error?.hint ?? null)}` };
  }
  if (status === 'parked') return { tone: 'failure', text: OWN.parked };
  if (status === 'attention') return { tone: 'failure', text: OWN.attention };
  return { tone: 'offline', text: status === 'sending' ? OWN.sending : OWN.queued };
}

const FORM_FIELD = { whatsapp: 'phone', imageUrl: 'name' } as const;

/** The form's field that a refusal is about; null when it is about none in particular. */
export function refusedField(outcome: FormOutcome | null) {
  if (outcome?.kind !== 'unsent' || outcome.command.status !== 'rejected') return null;
  const field = toField(outcome.command.error?.details ?? null);
  return field === 'whatsapp' || field === 'imageUrl' ? FORM_FIELD[field] : field;
}
