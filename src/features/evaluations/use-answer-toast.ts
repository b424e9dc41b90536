import { useEffect, useRef } from 'react';
import { useReceipt } from '@/outbox/pending';
import { showToast } from '@/ui/toast';
import { EVALUATION, refusalDetail } from './texts';

/** Shows the server's answer to a write once. `onServer`: the write changes an evaluation that the server has. */
export function useAnswerToast(commandId: string | null, onServer: boolean): void {
  const receipt = useReceipt(commandId);
  const told = useRef<string | null>(null);
  useEffect(() => {
    if (commandId === null || told.current === commandId) return;
    if (receipt.kind === 'delivered') {
      told.current = commandId;
      const isNew = receipt.ack.answer.created !== false;
      void showToast({ id: 'evaluation', title: isNew ? EVALUATION.created : EVALUATION.updated });
    } else if (receipt.kind === 'unsent' && receipt.command.status === 'rejected') {
      told.current = commandId;
      void showToast({
        id: 'evaluation',
        title: EVALUATION.errorTitle,
        description: onServer
          ? EVALUATION.updateFailed
          : EVALUATION.createFailed(refusalDetail(receipt.command.error)),
        variant: 'destructive',
      });
    }
  }, [commandId, receipt, onServer]);
}
