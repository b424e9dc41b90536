/**
 * Texts for a write that was not stored. Separate from sending.ts, which imports all kinds: the first screen loads
 * these.
 */
import type { NotStored } from './command';
import type { Queued } from './own';

export const NOT_STORED: Record<NotStored, string> = {
  full: 'O aparelho está sem espaço. Libere um pouco e tente de novo.',
  blocked: 'O navegador não está deixando o app salvar dados neste aparelho.',
};

interface Form {
  /** As in 'não salvou o pedido'. */
  what: string;
  /** As in 'envie de novo'. */
  again: string;
  /** As in 'Entre de novo para enviar o pedido'. */
  to: string;
}

/** Why a press had no effect; with a form, also that the typed values are kept. */
export function notQueuedText(outcome: Exclude<Queued, { kind: 'stored' }>, form?: Form): string {
  if (outcome.kind === 'signed-out') {
    return `Sua sessão terminou. Entre de novo para ${form?.to ?? 'continuar'}.`;
  }
  if (!form) return NOT_STORED[outcome.reason];
  const { what, again } = form;
  return outcome.reason === 'full'
    ? `O aparelho está sem espaço e não salvou ${what}. O que você escreveu continua aqui: libere espaço e ${again}.`
    : `Não conseguimos salvar ${what} neste aparelho. O que você escreveu continua aqui: mantenha esta página aberta e ${again}.`;
}
