/** Texts for the outcome of a save in the user's own account. */
// A draft may hold the reason of a refusal before any command is read.
import '@/outbox/commands/kinds';
import { sendingOf, sentenceOf, wordsFor } from '@/outbox/sending';
import { notQueuedText } from '@/outbox/words';
import { PROFILE } from '../messages';
import { toField } from '../rows';
import type { FormOutcome } from './use-profile-form';

export const OWN = {
  delivered: `Enviado. ${PROFILE.saved}`,
  restored: 'Você tem alterações que ainda não foram salvas.',
  merged:
    'Enviado. Perfil atualizado. Outro aparelho também mudou seu perfil; valeram os campos que você alterou aqui.',
  pictureOffline: 'Sem conexão: a foto só pode ser enviada com internet. Envie de novo quando voltar.',
  pictureSaved: 'Foto atualizada',
  pictureRemoved: 'Foto removida',
} as const;

const FORM = { what: 'a alteração', again: 'salve de novo', to: 'salvar' };

/** The reason of a refusal, shown beside the refused field. */
export function reasonText(reason: string | null): string {
  return wordsFor('profile.update', { hint: reason, code: null, details: null }) ?? PROFILE.failed;
}

export type OutcomeTone = 'success' | 'failure' | 'offline';

/** Text and tone of the note about the form's last save. */
export function outcomeNote(outcome: FormOutcome): { tone: OutcomeTone; text: string } {
  if (outcome.kind === 'delivered') {
    return { tone: 'success', text: outcome.ack.answer.merged === true ? OWN.merged : OWN.delivered };
  }
  if (outcome.kind !== 'unsent') return { tone: 'failure', text: notQueuedText(outcome, FORM) };
  const { tone } = sendingOf(outcome.command);
  return { tone: tone === 'refused' ? 'failure' : 'offline', text: sentenceOf(outcome.command) };
}

const FORM_FIELD = { whatsapp: 'phone', imageUrl: 'name' } as const;

/** The form field that a refusal names; null when it names none. */
export function refusedField(outcome: FormOutcome | null) {
  if (outcome?.kind !== 'unsent' || outcome.command.status !== 'rejected') return null;
  const field = toField(outcome.command.error?.details ?? null);
  return field === 'whatsapp' || field === 'imageUrl' ? FORM_FIELD[field] : field;
}
