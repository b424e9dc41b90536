/** The parts that the kinds of writes about the notebook have in common. */
import type { Ack, Command } from '../command';
import type { Held } from '../kind';

/** The answer names the row of the notebook, whose id the phone does not always know. */
export function notebookCaughtUp(
  _: Command<unknown>,
  { version, answer }: Ack,
  { notebook }: Pick<Held, 'notebook'>,
): boolean {
  if (notebook === null || version === null || typeof answer.row_id !== 'string') return false;
  return (notebook.get(answer.row_id) ?? 0) >= version;
}

export const STEP_REFUSED = 'O servidor não conhece este passo. Atualize o app e tente de novo.';

/** The parts that the kinds of writes about events have in common. */
export const EVENT_GONE = 'Este evento não está mais na agenda.';
export const DAY_GONE = 'O evento não acontece mais neste dia.';
