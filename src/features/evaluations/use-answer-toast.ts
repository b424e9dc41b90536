import { useEffect, useRef } from 'react';
import { useReceipt } from '@/outbox/pending';
import { showToast } from '@/ui/toast';
import { EVALUATION, refusalDetail } from './texts';

/** Says once what the server made of a write that was stored here. `onServer`: it changes what the server has. */
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
