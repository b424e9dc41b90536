/** The server's answer to the question whether a refused command had arrived in an earlier attempt. */

import { isObject } from './classify-error';
import type { Answer } from './transport';

export const RECEIPT_PATH = '/rest/v1/rpc/command_receipt';

export type Receipt =
  /** The command was carried out. */
  | { kind: 'known' }
  | { kind: 'missing' }
  /** The server did not say. */
  | { kind: 'unsaid' };

export function readReceipt(commandId: string, answer: Answer): Receipt {
  if (answer.kind !== 'answer' || answer.status !== 200 || !isObject(answer.body)) return { kind: 'unsaid' };
  if (answer.body.command_id !== commandId) return { kind: 'unsaid' };
  return { kind: answer.body.missing === true ? 'missing' : 'known' };
}
